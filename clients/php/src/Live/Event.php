<?php

declare(strict_types=1);

namespace Msingi\Live;

/**
 * Event is what a connection tells: a change or what happens in a channel, or that changes arrive from now on, behind a position if it is another one.
 *
 * @internal
 */
final readonly class Event
{
    private function __construct(
        public Change|RoomEvent|null $content,
        public ?Position $position,
        public bool $hasMissed,
    ) {
    }

    public static function of(Change|RoomEvent $content, ?Position $position): self
    {
        return new self($content, $position, false);
    }

    public static function live(bool $hasMissed, ?Position $position): self
    {
        return new self(null, $position, $hasMissed);
    }
}
