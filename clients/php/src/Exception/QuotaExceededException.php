<?php

declare(strict_types=1);

namespace Msingi\Exception;

/** QuotaExceededException is too many requests, or a quota that is used up (429). */
final class QuotaExceededException extends MsingiException
{
}
