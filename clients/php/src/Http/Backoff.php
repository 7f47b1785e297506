<?php

declare(strict_types=1);

namespace Msingi\Http;

/**
 * Backoff says how long to wait before the next attempt: twice as long each time, up to a maximum, and between half of
 * that and all of it by chance, so that clients that failed together do not come back together.
 *
 * @internal
 */
final class Backoff
{
    private const MOST_ASKED = 600.0;

    private int $failures = 0;

    public function __construct(private readonly float $first, private readonly float $longest)
    {
    }

    public function reset(): void
    {
        $this->failures = 0;
    }

    /** next returns seconds, and at least those that the server asks for, up to ten minutes. */
    public function next(?float $asked = null): float
    {
        $wait = min($this->first * 2 ** min($this->failures++, 30), $this->longest);
        return max($wait * (0.5 + mt_rand() / mt_getrandmax() / 2), min($asked ?? 0.0, self::MOST_ASKED));
    }
}
