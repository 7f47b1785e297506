<?php

declare(strict_types=1);

namespace Msingi\Exception;

/** ForbiddenException is what these credentials, or the policies, do not allow (403). */
final class ForbiddenException extends MsingiException
{
}
