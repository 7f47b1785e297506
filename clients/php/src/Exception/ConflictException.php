<?php

declare(strict_types=1);

namespace Msingi\Exception;

/** ConflictException is a conflict with what is already there (409). */
final class ConflictException extends MsingiException
{
}
