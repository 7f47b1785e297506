<?php

declare(strict_types=1);

namespace Msingi\Live;

/** RoomEvent is a message of a channel, or a client that came or went. */
final readonly class RoomEvent
{
    /**
     * @param string $type message, join or leave
     * @param string $client whose it is
     * @param string $user who that is: `user:{id}`, `project:{id}` or `account:{id}`
     * @param mixed $data what was sent with a message
     */
    private function __construct(
        public string $type,
        public string $client,
        public string $user,
        public mixed $data = null,
    ) {
    }

    /**
     * @internal
     * @param array<string, mixed> $push
     */
    public static function of(array $push): ?self
    {
        foreach (['pub' => 'message', 'join' => 'join', 'leave' => 'leave'] as $name => $type) {
            if (isset($push[$name])) {
                $who = Member::of($push[$name]['info'] ?? null);
                return new self($type, $who->client, $who->user, $push[$name]['data'] ?? null);
            }
        }
        return null;
    }
}
