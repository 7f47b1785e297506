<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\ConnectionException;
use Msingi\Http\Api;
use Msingi\Http\Request;
use Msingi\Net\Clock;
use Msingi\Net\WebSocket;
use Msingi\Options;

/**
 * WebSocketTransport gets a token from the API, and connects with it. A token is used again until it expires: after a
 * restart of the server, clients do not all ask for a new one.
 *
 * @internal
 */
final class WebSocketTransport implements Transport
{
    private const OPEN_SECONDS = 10.0;

    private ?Ticket $ticket = null;

    /**
     * @param list<array{string, string}> $query which changes of which table, or which channel
     * @param \Closure(array<string, mixed>, ?Position): (Change|RoomEvent|null) $read reads what the server pushes
     */
    public function __construct(
        private readonly Api $api,
        private readonly Options $options,
        private readonly array $query,
        private readonly \Closure $read,
    ) {
    }

    public function canResume(Position $position): bool
    {
        return $position->stream() !== null;
    }

    public function connect(?Position $from): Connection
    {
        $isUsed = $this->ticket?->isValid() ?? false;
        $ticket = $isUsed ? $this->ticket : $this->issue();
        $until = Clock::now() + self::OPEN_SECONDS;
        $this->ticket = null;
        try {
            $socket = WebSocket::open($ticket->address, $this->options, $until);
        } catch (ConnectionException $error) {
            $this->ticket = $ticket;
            throw new UnusableTransport($error, isFinal: false);
        }
        $keep = function (?Ticket $kept): void {
            $this->ticket = $kept;
        };
        return new WebSocketConnection($socket, $ticket, $isUsed, $keep, $this->read, $from, $until);
    }

    public function forget(): void
    {
        $this->ticket = null;
    }

    private function issue(): Ticket
    {
        $path = $this->api->path('/realtime/connect');
        $request = Request::json('POST', $path, null, $this->query, timeout: self::OPEN_SECONDS);
        return Ticket::of($this->api->send($request)->data(), $this->api->base);
    }
}
