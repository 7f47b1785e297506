<?php

declare(strict_types=1);

namespace Msingi\Net;

/**
 * Clock tells seconds that only grow, whatever happens to the time of day.
 *
 * @internal
 */
final class Clock
{
    public static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
