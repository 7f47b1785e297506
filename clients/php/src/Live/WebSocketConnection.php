<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\ClosedException;
use Msingi\Exception\ConnectionException;
use Msingi\Http\Json;
use Msingi\Net\BrokenFrame;
use Msingi\Net\Clock;
use Msingi\Net\WebSocket;

/**
 * WebSocketConnection speaks the protocol of docs/live-changes.md: one connect command, then pushes of the channel.
 *
 * @internal
 */
final class WebSocketConnection implements Connection
{
    private const NAME = 'msingi-php';
    private const PING_SECONDS = 25;
    // How much later than expected a ping of the server can come.
    private const GRACE_SECONDS = 10;
    private const EXPIRED = 3005;
    private const INVALID_TOKEN = 3500;
    private const CONNECT_ID = 1;

    private ?string $epoch;
    private int $offset;
    private bool $isConnected = false;
    private int $commands = self::CONNECT_ID;
    /** @var array<int, array<string, mixed>|null> answers to commands, null until they come */
    private array $replies = [];
    private float $silence = self::PING_SECONDS + self::GRACE_SECONDS;

    /**
     * @param bool $isUsed says that the ticket is from an earlier connection
     * @param \Closure(?Ticket): void $keep keeps the ticket for the next connection, or has it ask for another one
     * @param \Closure(array<string, mixed>, ?Position): (Change|RoomEvent|null) $read
     * @param float $silentAt when the server must have answered
     */
    public function __construct(
        private readonly WebSocket $socket,
        private readonly Ticket $ticket,
        private readonly bool $isUsed,
        private readonly \Closure $keep,
        private readonly \Closure $read,
        private readonly ?Position $from,
        private float $silentAt,
    ) {
        [$this->epoch, $this->offset] = $from?->stream() ?? [null, 0];
        $connect = ['token' => $ticket->token->reveal(), 'name' => self::NAME];
        if ($this->epoch !== null) {
            $offset = $this->offset === 0 ? [] : ['offset' => $this->offset];
            $connect['subs'] = [$ticket->channel => ['recover' => true, 'epoch' => $this->epoch] + $offset];
        }
        $socket->send(Json::encode(['id' => self::CONNECT_ID, 'connect' => $connect]));
    }

    public function stream(): mixed
    {
        return $this->socket->stream();
    }

    public function hasMore(): bool
    {
        return $this->socket->hasMore();
    }

    public function silentAt(): float
    {
        return $this->silentAt;
    }

    public function receive(): iterable
    {
        try {
            foreach ($this->socket->receive() as $text) {
                foreach (explode("\n", $text) as $line) {
                    if ($line !== '') {
                        yield from $this->take(Json::decode($line));
                    }
                }
            }
        } catch (BrokenFrame $error) {
            $reason = new ConnectionException("The server sends {$error->getMessage()}.", previous: $error);
            if ($error->closeCode === BrokenFrame::TOO_LARGE) {
                throw new UnusableTransport($reason, isFinal: true);
            }
            throw $reason;
        }
        if ($this->isConnected) {
            $this->silentAt = Clock::now() + $this->silence;
        }
        if ($this->socket->isClosed()) {
            throw $this->end((int) $this->socket->closeCode(), $this->socket->closeReason());
        }
    }

    public function close(): void
    {
        $this->socket->close();
    }

    /**
     * command sends one, and returns its number.
     *
     * @param array<string, mixed> $body
     */
    public function command(string $method, array $body): int
    {
        $this->replies[++$this->commands] = null;
        $command = [$method => ['channel' => $this->ticket->channel] + $body];
        $this->socket->send(Json::encode(['id' => $this->commands] + $command));
        return $this->commands;
    }

    /**
     * reply returns the answer to a command, or null if it has not come.
     *
     * @return array<string, mixed>|null
     */
    public function reply(int $command): ?array
    {
        return $this->replies[$command] ?? null;
    }

    /** forget drops the answer to a command, whether or not it has come. */
    public function forget(int $command): void
    {
        unset($this->replies[$command]);
    }

    /** @return iterable<Event> */
    private function take(mixed $message): iterable
    {
        $number = $message['id'] ?? self::CONNECT_ID;
        if ($number !== self::CONNECT_ID) {
            if (array_key_exists($number, $this->replies)) {
                $this->replies[$number] = $message;
            }
            return [];
        }
        if (isset($message['error'])) {
            $reason = Json::encode($message['error']);
            throw new ConnectionException("The server refuses live changes: $reason.");
        }
        if (isset($message['connect'])) {
            return $this->begin($message['connect']);
        }
        $push = $message['push'] ?? null;
        if ($push === null) {
            $this->socket->send('{}');
            return [];
        }
        if (($push['channel'] ?? null) !== $this->ticket->channel) {
            return [];
        }
        if (isset($push['unsubscribe'])) {
            // The table is gone or turned off: asking for another ticket says which.
            ($this->keep)(null);
            throw new ConnectionException('The server has ended the subscription.');
        }
        return $this->publish([$push]);
    }

    /** @return iterable<Event> */
    private function begin(mixed $reply): iterable
    {
        $state = $reply['subs'][$this->ticket->channel] ?? null;
        if (!is_string($state['epoch'] ?? null)) {
            throw new ConnectionException('The server has not subscribed the table.');
        }
        $this->isConnected = true;
        $this->silence = (float) ($reply['ping'] ?? self::PING_SECONDS) + self::GRACE_SECONDS;
        ($this->keep)($this->ticket);
        $hasMissed = $this->epoch !== null && ($state['recovered'] ?? false) !== true;
        $position = null;
        if ($this->epoch === null || $hasMissed) {
            [$this->epoch, $this->offset] = [$state['epoch'], (int) ($state['offset'] ?? 0)];
            $position = Position::at($this->epoch, $this->offset);
        }
        yield Event::live($hasMissed, $position);
        $publications = array_values((array) ($state['publications'] ?? []));
        yield from $this->publish(array_map(static fn (mixed $one): array => ['pub' => $one], $publications));
    }

    /**
     * Offsets ascend: what is told once more is passed over.
     *
     * @param list<array<string, mixed>> $pushes
     * @return iterable<Event>
     */
    private function publish(array $pushes): iterable
    {
        foreach ($pushes as $push) {
            $position = null;
            if (isset($push['pub'])) {
                $offset = $push['pub']['offset'] ?? null;
                if (!is_int($offset) || $this->epoch === null) {
                    throw new ConnectionException('The server sends something without its place.');
                }
                if ($offset <= $this->offset) {
                    continue;
                }
                $this->offset = $offset;
                $position = Position::at($this->epoch, $offset);
            }
            $content = ($this->read)($push, $position);
            if ($content !== null) {
                yield Event::of($content, $position);
            }
        }
    }

    private function end(int $code, string $reason): ClosedException|ConnectionException
    {
        $isStale = $code === self::EXPIRED || ($code === self::INVALID_TOKEN && $this->isUsed && !$this->isConnected);
        if ($isStale) {
            ($this->keep)(null);
        }
        return $code >= 3500 && $code <= 3999 && !$isStale
            ? new ClosedException("The server has closed the subscription: $reason ($code).", code: (string) $code)
            : new ConnectionException("The server has closed the connection: $reason ($code).", code: (string) $code);
    }
}
