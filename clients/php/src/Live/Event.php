<?php

declare(strict_types=1);

namespace Msingi\Live;

/**
 * Event is what a connection tells: a change, or that changes arrive from now on, behind a position if it is another one.
 *
 * @internal
 */
final readonly class Event
{
    private function __construct(public ?Change $change, public ?Position $position, public bool $hasMissed)
    {
    }

    public static function change(Change $change): self
    {
        return new self($change, $change->position, false);
    }

    public static function live(bool $hasMissed, ?Position $position): self
    {
        return new self(null, $position, $hasMissed);
    }
}
