<?php

declare(strict_types=1);

namespace Msingi\Http;

/**
 * Hints says in PHP's log what about a read is probably not as it was meant, such as a misspelt column. Only a server in
 * development sends them.
 *
 * @internal
 */
final class Hints
{
    private const MOST = 100;

    /** @var array<string, true> */
    private static array $told = [];

    public static function tellOnce(mixed $hints): void
    {
        foreach (is_array($hints) ? $hints : [] as $hint) {
            if (is_string($hint) && !isset(self::$told[$hint]) && count(self::$told) < self::MOST) {
                self::$told[$hint] = true;
                error_log("Msingi: $hint");
            }
        }
    }
}
