<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\ClosedException;
use Msingi\Exception\ConnectionException;
use Msingi\Exception\MsingiException;
use Msingi\Http\Backoff;
use Msingi\Net\Clock;
use Msingi\Net\Readiness;

/**
 * Follower keeps one subscription connected: it connects, reconnects, resumes, and calls back.
 *
 * @internal
 */
final class Follower
{
    private const FIRST_WAIT = 1.0;
    // Refusals that another attempt does not change.
    private const FINAL = [400, 401, 403, 404];
    private const REPLY_SECONDS = 10.0;
    // While a command waits for its answer, what arrives waits, too.
    private const MOST_WAITING = 1000;
    // What HTTP would answer in place of an error of the protocol.
    private const STATUSES = [102 => 404, 103 => 403, 106 => 400, 108 => 400, 111 => 429];

    private Status $status = Status::Connecting;
    private bool $isAnnounced = false;
    private ?Connection $connection = null;
    private bool $wasLive = false;
    private float $nextAttempt = 0.0;
    private readonly Backoff $backoff;
    /** @var \SplQueue<Event> events whose turn has not come, or whose callback has thrown */
    private readonly \SplQueue $events;
    /** why the connection has ended, once the events that came before are delivered */
    private MsingiException|UnusableTransport|null $failure = null;
    /** who the connection belongs to */
    private ?string $user = null;

    /**
     * @param non-empty-list<Transport> $transports the first one that works is used
     * @param \Closure(Change|RoomEvent): mixed $callback
     * @param list<string>|null $types
     * @param (\Closure(Status, ?\Throwable): mixed)|null $onStatus
     * @param (\Closure(Position): mixed)|null $onPosition
     * @param \Closure(): ?string $whoIs returns the id of the user who is signed in
     */
    public function __construct(
        private array $transports,
        private readonly \Closure $callback,
        private readonly ?array $types,
        private readonly ?\Closure $onStatus,
        private readonly ?\Closure $onPosition,
        private ?Position $position,
        private readonly \Closure $whoIs,
        float $longestWait,
    ) {
        $this->backoff = new Backoff(self::FIRST_WAIT, $longestWait);
        $this->events = new \SplQueue();
    }

    public function status(): Status
    {
        return $this->status;
    }

    /** awaited returns the connection to wait for; null while there is none, or what has come is not delivered yet. */
    public function awaited(): ?Connection
    {
        return $this->events->isEmpty() ? $this->connection : null;
    }

    /** dueAt is when `advance` has to be called at the latest. */
    public function dueAt(): float
    {
        return match (true) {
            $this->failure !== null || !$this->events->isEmpty() => 0.0,
            $this->connection === null => $this->nextAttempt,
            $this->isOfAnother() => 0.0,
            default => $this->connection->silentAt(),
        };
    }

    /** advance delivers what has come, one event at a time while it may go on, and then connects if it is time to. */
    public function advance(\Closure $mayGoOn): void
    {
        $this->announce();
        $this->noticeUser();
        $this->noticeSilence();
        while ($mayGoOn() && !$this->events->isEmpty()) {
            // What the callback throws leaves the event where it is; a callback that closes the subscription drops all.
            $this->handle($this->events->bottom());
            if (!$this->events->isEmpty()) {
                $this->events->dequeue();
            }
        }
        if ($this->status === Status::Closed || !$this->events->isEmpty() || !$mayGoOn()) {
            return;
        }
        if ($this->failure !== null) {
            $this->settle($this->failure);
        } elseif ($this->connection === null && Clock::now() >= $this->nextAttempt) {
            $this->connect();
        }
    }

    /** receive takes what has arrived. */
    public function receive(): void
    {
        if ($this->events->isEmpty()) {
            $this->read();
        }
    }

    /**
     * ask sends a command of a channel and waits for its answer. What arrives meanwhile is delivered later.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed> the result
     * @throws MsingiException with the status that HTTP would have, or 0 where no answer comes
     */
    public function ask(string $method, array $body): array
    {
        $until = Clock::now() + self::REPLY_SECONDS;
        $connection = $this->connection;
        if (!$connection instanceof WebSocketConnection) {
            throw new ConnectionException('The channel is not connected. Try again when its status is live.');
        }
        $number = $connection->command($method, $body);
        while (($reply = $connection->reply($number)) === null) {
            $isLate = Clock::now() >= $until || count($this->events) >= self::MOST_WAITING;
            if ($isLate || $connection !== $this->connection) {
                $connection->forget($number);
                throw new ConnectionException('The channel did not answer. It may have been sent all the same.');
            }
            $wait = $connection->hasMore() ? 0.0 : $until - Clock::now();
            if ($connection->hasMore() || Readiness::of([$connection->stream()], [], $wait) !== []) {
                $this->read();
            }
        }
        $connection->forget($number);
        if (isset($reply['error'])) {
            $status = self::STATUSES[$reply['error']['code'] ?? 0] ?? 500;
            $class = MsingiException::classOf($status);
            throw new $class((string) ($reply['error']['message'] ?? ''), $status, details: $reply['error']);
        }
        return (array) ($reply[$method] ?? []);
    }

    private function read(): void
    {
        try {
            foreach ($this->connection?->receive() ?? [] as $event) {
                $this->events->enqueue($event);
            }
        } catch (MsingiException | UnusableTransport $failure) {
            $this->disconnect();
            $this->failure = $failure;
        }
    }

    public function close(?\Throwable $reason = null): void
    {
        if ($this->status === Status::Closed) {
            return;
        }
        $this->disconnect();
        $this->dropEvents();
        $this->setStatus(Status::Closed, $reason);
        if ($reason !== null && $this->onStatus === null) {
            throw $reason;
        }
    }

    private function handle(Event $event): void
    {
        if ($event->content !== null) {
            if ($this->types === null || in_array($event->content->type, $this->types, true)) {
                ($this->callback)($event->content);
            }
            $this->moveTo($event->position);
            return;
        }
        $this->backoff->reset();
        $this->wasLive = true;
        if ($event->hasMissed) {
            $this->setStatus(Status::Gap);
        }
        // Rows are read again before the position behind the gap is stored.
        $this->moveTo($event->position);
        if ($this->status !== Status::Closed) {
            $this->setStatus(Status::Live);
        }
    }

    private function moveTo(?Position $position): void
    {
        if ($position !== null && (string) $position !== (string) $this->position) {
            if ($this->onPosition !== null) {
                ($this->onPosition)($position);
            }
            $this->position = $position;
        }
    }

    private function connect(): void
    {
        try {
            $this->user = ($this->whoIs)();
            $this->connection = $this->transports[0]->connect($this->position);
        } catch (MsingiException | UnusableTransport $failure) {
            $this->settle($failure);
        }
    }

    /** Decides between another attempt, another transport, and the end. */
    private function settle(MsingiException|UnusableTransport $failure): void
    {
        $this->failure = null;
        $isFinal = $failure instanceof UnusableTransport
            ? $failure->isFinal
            : in_array($failure->status, self::FINAL, true) || $failure instanceof ClosedException;
        $reason = $failure instanceof UnusableTransport ? $failure->reason : $failure;
        if ($failure instanceof UnusableTransport && count($this->transports) > 1 && ($isFinal || !$this->wasLive)) {
            array_shift($this->transports);
            $this->nextAttempt = 0.0;
        } elseif ($isFinal) {
            $this->close($reason);
        } else {
            $this->reconnect($reason);
        }
    }

    private function reconnect(MsingiException $reason): void
    {
        $this->disconnect();
        $this->nextAttempt = Clock::now() + $this->backoff->next($reason->retryAfter);
        $this->setStatus(Status::Reconnecting, $reason);
    }

    private function disconnect(): void
    {
        $this->connection?->close();
        $this->connection = null;
    }

    private function dropEvents(): void
    {
        while (!$this->events->isEmpty()) {
            $this->events->dequeue();
        }
    }

    private function announce(): void
    {
        if (!$this->isAnnounced && $this->status !== Status::Closed) {
            $this->isAnnounced = true;
            $this->setStatus(Status::Connecting);
        }
    }

    /** Another user, or none, has signed in: the connection is made again as them, and resumes. */
    private function noticeUser(): void
    {
        if ($this->connection !== null && $this->isOfAnother()) {
            $this->disconnect();
            $this->dropEvents();
            $this->transports[0]->forget();
            $this->nextAttempt = 0.0;
            $this->setStatus(Status::Connecting);
        }
    }

    /** Looked at before callbacks, which can take their time: what arrives meanwhile is no silence. */
    private function noticeSilence(): void
    {
        if ($this->awaited() !== null && Clock::now() >= $this->connection->silentAt()) {
            $this->disconnect();
            $this->failure = new ConnectionException('The server is silent.');
        }
    }

    private function isOfAnother(): bool
    {
        return ($this->whoIs)() !== $this->user;
    }

    private function setStatus(Status $status, ?\Throwable $reason = null): void
    {
        $this->status = $status;
        if ($this->onStatus !== null) {
            ($this->onStatus)($status, $reason);
        }
    }
}
