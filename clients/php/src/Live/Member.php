<?php

declare(strict_types=1);

namespace Msingi\Live;

/** Member is a client of a channel. */
final readonly class Member
{
    /** @param string $user who it is: `user:{id}`, `project:{id}` or `account:{id}` */
    private function __construct(public string $client, public string $user)
    {
    }

    /** @internal */
    public static function of(mixed $info): self
    {
        return new self((string) ($info['client'] ?? ''), (string) ($info['user'] ?? ''));
    }
}
