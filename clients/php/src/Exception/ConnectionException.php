<?php

declare(strict_types=1);

namespace Msingi\Exception;

/** ConnectionException is a server that cannot be reached, or that is not Msingi. */
final class ConnectionException extends MsingiException
{
}
