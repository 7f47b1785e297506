<?php

declare(strict_types=1);

namespace Msingi\Net;

/**
 * Readiness waits for streams.
 *
 * @internal
 */
final class Readiness
{
    private const LONGEST = 3600.0;

    /**
     * of returns the keys of the streams that can be read or written. It returns early, with none, after a signal.
     *
     * @param array<int, resource> $readable
     * @param array<int, resource> $writable
     * @return list<int>
     */
    public static function of(array $readable, array $writable, float $seconds): array
    {
        $seconds = max(0.0, min($seconds, self::LONGEST));
        if ($readable === [] && $writable === []) {
            usleep((int) ceil($seconds * 1e6));
            return [];
        }
        $except = [];
        $whole = (int) $seconds;
        // A signal makes it fail, with a warning.
        $count = @stream_select($readable, $writable, $except, $whole, (int) ceil(($seconds - $whole) * 1e6));
        return $count === false || $count === 0 ? [] : [...array_keys($readable), ...array_keys($writable)];
    }
}
