<?php

declare(strict_types=1);

namespace Msingi\Exception;

/** UnauthorizedException is credentials that are missing or not valid, or a wrong password or code (401). */
final class UnauthorizedException extends MsingiException
{
}
