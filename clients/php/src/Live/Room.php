<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\ConnectionException;
use Msingi\Exception\MsingiException;

/**
 * Room is a channel for messages between clients, with presence and history. It is connected while it has a subscription
 * and `run` has made it live; `publish`, `presence` and `history` may be called within callbacks, and between runs.
 */
final class Room
{
    /** @var list<Follower> */
    private array $followers = [];

    /**
     * @internal
     * @param \Closure(\Closure, list<string>|null, \Closure|null): Follower $follow
     */
    public function __construct(private readonly \Closure $follow)
    {
    }

    /**
     * subscribe calls the callback for every message, and for every client that comes or goes, one's own too, once `run`
     * of the client is called. Each subscription is a client of its own.
     *
     * @param callable(RoomEvent): mixed $callback
     * @param list<string>|null $events of message, join and leave; all by default
     * @param (callable(Status, ?\Throwable): mixed)|null $onStatus without it, `run` throws why one is closed
     */
    public function subscribe(callable $callback, ?array $events = null, ?callable $onStatus = null): Subscription
    {
        $follower = ($this->follow)($callback(...), $events, $onStatus === null ? null : $onStatus(...));
        $this->followers = [...$this->connected(), $follower];
        return new Subscription($follower);
    }

    /**
     * publish sends a message to all clients of the channel.
     *
     * @param mixed $data anything that JSON can hold
     * @throws MsingiException with status 0 while it is not connected, 403 for a publishable key
     */
    public function publish(mixed $data): void
    {
        $this->ask('publish', ['data' => $data]);
    }

    /**
     * presence returns the clients of the channel.
     *
     * @return list<Member>
     * @throws MsingiException with status 400 where there are more than 500
     */
    public function presence(): array
    {
        return array_map(Member::of(...), array_values($this->ask('presence')['presence'] ?? []));
    }

    /**
     * history returns the latest messages, the oldest first.
     *
     * @return list<RoomEvent>
     */
    public function history(int $limit = 100): array
    {
        $publications = $this->ask('history', ['limit' => $limit])['publications'] ?? [];
        return array_map(static fn (array $pub): ?RoomEvent => RoomEvent::of(['pub' => $pub]), $publications);
    }

    /**
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    private function ask(string $method, array $body = []): array
    {
        foreach ($this->connected() as $follower) {
            if ($follower->status() === Status::Live) {
                return $follower->ask($method, $body);
            }
        }
        throw new ConnectionException('The channel is not connected. Try again when its status is live.');
    }

    /** @return list<Follower> those that are not closed */
    private function connected(): array
    {
        $isOpen = static fn (Follower $follower): bool => $follower->status() !== Status::Closed;
        return array_values(array_filter($this->followers, $isOpen));
    }
}
