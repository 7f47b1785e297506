<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\ConnectionException;
use Msingi\Http\Json;
use Msingi\Net\ChunkedBody;
use Msingi\Net\Clock;
use Msingi\Net\Socket;

/**
 * SseConnection reads one stream of server-sent events.
 *
 * @internal
 */
final class SseConnection implements Connection
{
    // The server sends a comment every 25 seconds.
    private const SILENCE_SECONDS = 60.0;
    private const LONGEST_RETRY = 60.0;

    private readonly ?ChunkedBody $chunks;
    private readonly EventReader $events;
    private float $silentAt;
    private bool $hasMissed = false;
    private ?float $retryAfter = null;

    public function __construct(private readonly Socket $socket, bool $isChunked, int $mostBytes)
    {
        $this->chunks = $isChunked ? new ChunkedBody() : null;
        $this->events = new EventReader($mostBytes);
        $this->silentAt = Clock::now() + self::SILENCE_SECONDS;
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
            $bytes = $this->socket->read();
        } catch (ConnectionException $error) {
            throw new ConnectionException($error->getMessage(), retryAfter: $this->retryAfter);
        }
        $this->silentAt = Clock::now() + self::SILENCE_SECONDS;
        foreach ($this->events->push($this->chunks?->push($bytes) ?? $bytes) as $fields) {
            yield from $this->take($fields);
        }
        if ($this->chunks?->isOver() === true) {
            throw new ConnectionException('The server has ended the stream.', retryAfter: $this->retryAfter);
        }
    }

    public function close(): void
    {
        $this->socket->close();
    }

    /**
     * @param array<string, string> $fields
     * @return iterable<Event>
     */
    private function take(array $fields): iterable
    {
        if (ctype_digit($fields['retry'] ?? '')) {
            $this->retryAfter = min((float) $fields['retry'] / 1000, self::LONGEST_RETRY);
        }
        $event = $fields['event'] ?? '';
        if ($event === 'reset') {
            $this->hasMissed = true;
        } elseif (!isset($fields['id'])) {
            return;
        } elseif ($event === '') {
            // An id alone is the current position, behind the replay of what was missed.
            yield Event::live($this->hasMissed, Position::fromString($fields['id']));
            $this->hasMissed = false;
        } else {
            $position = Position::fromString($fields['id']);
            yield Event::of(Change::of(Json::decode($fields['data'] ?? ''), $position), $position);
        }
    }
}
