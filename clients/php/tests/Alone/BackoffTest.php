<?php

declare(strict_types=1);

namespace Msingi\Tests\Alone;

use Msingi\Http\Backoff;
use PHPUnit\Framework\TestCase;

/** Waits between attempts. */
final class BackoffTest extends TestCase
{
    public function testWaitsDoubleUpToAMaximumAndRespectTheServer(): void
    {
        $backoff = new Backoff(1.0, 30.0);
        foreach ([1, 2, 4, 8, 16, 30, 30] as $longest) {
            $wait = $backoff->next();
            self::assertGreaterThanOrEqual($longest / 2, $wait);
            self::assertLessThanOrEqual($longest, $wait);
        }
        self::assertSame(45.0, $backoff->next(45.0));
        $backoff->reset();
        self::assertLessThanOrEqual(1.0, $backoff->next());
    }
}
