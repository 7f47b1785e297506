<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Http\Api;
use Msingi\Net\Clock;
use Msingi\Net\Readiness;
use Msingi\Options;

/**
 * Live follows the changes of some tables in one loop.
 *
 * @internal
 */
final class Live
{
    private const CHANGES = ['INSERT', 'UPDATE', 'DELETE'];
    private const ROOM_EVENTS = ['message', 'join', 'leave'];

    /** @var array<int, Follower> */
    private array $followers = [];
    /** @var array<string, Room> */
    private array $rooms = [];
    private bool $isRunning = false;
    private readonly Signals $signals;

    public function __construct(private readonly Api $api, private readonly Options $options)
    {
        $this->signals = new Signals();
    }

    /**
     * @param list<array{string, string}> $query which changes of which table
     * @param \Closure(Change): mixed $callback
     * @param list<string>|null $types
     * @param (\Closure(Status, ?\Throwable): mixed)|null $onStatus
     * @param (\Closure(Position): mixed)|null $onPosition
     */
    public function subscribe(
        array $query,
        \Closure $callback,
        ?array $types,
        string $transport,
        ?\Closure $onStatus,
        ?\Closure $onPosition,
        ?Position $after,
    ): Subscription {
        self::checkTypes($types, self::CHANGES);
        $transports = $this->transports($query, $transport, $after);
        return new Subscription($this->follow($transports, $callback, $types, $onStatus, $onPosition, $after));
    }

    /** room returns the channel of that name. */
    public function room(string $name): Room
    {
        $read = static fn (array $push): ?RoomEvent => RoomEvent::of($push);
        return $this->rooms[$name] ??= new Room(
            function (\Closure $callback, ?array $types, ?\Closure $onStatus) use ($name, $read): Follower {
                self::checkTypes($types, self::ROOM_EVENTS);
                $transport = new WebSocketTransport($this->api, $this->options, [['channel', $name]], $read);
                return $this->follow([$transport], $callback, $types, $onStatus, null, null);
            },
        );
    }

    /**
     * @param list<string>|null $types
     * @param list<string> $known
     */
    private static function checkTypes(?array $types, array $known): void
    {
        foreach ($types ?? [] as $type) {
            if (!in_array($type, $known, true)) {
                $all = implode(', ', $known);
                throw new \InvalidArgumentException("$type is no type of event here. There are $all.");
            }
        }
    }

    /**
     * @param non-empty-list<Transport> $transports
     * @param list<string>|null $types
     */
    private function follow(
        array $transports,
        \Closure $callback,
        ?array $types,
        ?\Closure $onStatus,
        ?\Closure $onPosition,
        ?Position $after,
    ): Follower {
        $whoIs = fn (): ?string => $this->api->session->get()?->userId();
        $longestWait = $this->options->longestWait;
        $follower = new Follower(
            $transports,
            $callback,
            $types,
            $onStatus,
            $onPosition,
            $after,
            $whoIs,
            $longestWait,
        );
        return $this->followers[] = $follower;
    }

    public function run(?float $seconds): bool
    {
        if ($this->isRunning) {
            throw new \LogicException('run is called within a callback of run.');
        }
        $end = $seconds === null ? INF : Clock::now() + $seconds;
        $isFirst = true;
        // Even without any time, what has arrived is delivered once.
        $mayGoOn = function () use ($end, &$isFirst): bool {
            return !$this->signals->hasCome() && ($isFirst || Clock::now() < $end);
        };
        $this->isRunning = true;
        $this->signals->take();
        try {
            do {
                $this->receive(min($end, $this->dueAt()));
                $this->advance($mayGoOn);
                $isFirst = false;
            } while ($this->followers !== [] && $mayGoOn());
            if ($this->signals->hasCome()) {
                $this->close();
            }
        } finally {
            $this->isRunning = false;
            $this->signals->giveBack();
        }
        return $this->followers !== [];
    }

    public function close(): void
    {
        $closing = $this->followers;
        $this->followers = [];
        foreach ($closing as $follower) {
            $follower->close();
        }
    }

    private function advance(\Closure $mayGoOn): void
    {
        try {
            foreach ($this->followers as $follower) {
                $follower->advance($mayGoOn);
            }
        } finally {
            $this->followers = array_filter(
                $this->followers,
                static fn (Follower $follower): bool => $follower->status() !== Status::Closed,
            );
        }
    }

    private function receive(float $until): void
    {
        $streams = [];
        $ready = [];
        foreach ($this->followers as $key => $follower) {
            $connection = $follower->awaited();
            if ($connection !== null) {
                $streams[$key] = $connection->stream();
                $ready = $connection->hasMore() ? [...$ready, $key] : $ready;
            }
        }
        $wait = $ready === [] ? $until - Clock::now() : 0.0;
        foreach (array_unique([...$ready, ...Readiness::of($streams, [], $wait)]) as $key) {
            ($this->followers[$key] ?? null)?->receive();
        }
    }

    private function dueAt(): float
    {
        $due = array_map(static fn (Follower $follower): float => $follower->dueAt(), $this->followers);
        return $due === [] ? 0.0 : min($due);
    }

    /**
     * @param list<array{string, string}> $query
     * @return non-empty-list<Transport>
     */
    private function transports(array $query, string $name, ?Position $after): array
    {
        $read = static fn (array $push, ?Position $at): ?Change =>
            $at === null ? null : Change::of($push['pub']['data'] ?? null, $at);
        $webSocket = new WebSocketTransport($this->api, $this->options, $query, $read);
        $sse = new SseTransport($this->api, $this->options, $query);
        $transports = match ($name) {
            'auto' => [$webSocket, $sse],
            'websocket' => [$webSocket],
            'sse' => [$sse],
            default => throw new \InvalidArgumentException("$name is no transport. There are auto, websocket and sse."),
        };
        $fits = static fn (Transport $transport): bool => $after === null || $transport->canResume($after);
        $fitting = array_filter($transports, $fits);
        return $fitting === []
            ? throw new \InvalidArgumentException('This position is of server-sent events: resume with sse or auto.')
            : array_values($fitting);
    }
}
