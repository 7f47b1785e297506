<?php

declare(strict_types=1);

namespace Msingi\Exception;

/** InvalidInputException is a request that is not valid (400). */
final class InvalidInputException extends MsingiException
{
}
