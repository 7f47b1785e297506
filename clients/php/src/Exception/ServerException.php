<?php

declare(strict_types=1);

namespace Msingi\Exception;

/** ServerException is a failure on the side of the server (500 and above). */
final class ServerException extends MsingiException
{
}
