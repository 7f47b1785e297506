<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\ConnectionException;
use Msingi\Exception\MsingiException;
use Msingi\Http\Api;
use Msingi\Http\Request;
use Msingi\Http\Response;
use Msingi\Net\Clock;
use Msingi\Net\HttpHead;
use Msingi\Net\Socket;
use Msingi\Net\Url;
use Msingi\Options;

/**
 * SseTransport opens streams of server-sent events. Credentials go in headers, which are not logged.
 *
 * @internal
 */
final readonly class SseTransport implements Transport
{
    private const OPEN_SECONDS = 10.0;
    private const MOST_ERROR_BYTES = 65_536;

    /** @param list<array{string, string}> $query which changes of which table */
    public function __construct(private Api $api, private Options $options, private array $query)
    {
    }

    public function canResume(Position $position): bool
    {
        return true;
    }

    public function connect(?Position $from): Connection
    {
        return $this->api->withCredentials(
            fn (#[\SensitiveParameter] array $credentials): Connection => $this->open($credentials, $from),
        );
    }

    public function forget(): void
    {
    }

    /** @param array<string, string> $credentials */
    private function open(#[\SensitiveParameter] array $credentials, ?Position $from): Connection
    {
        $until = Clock::now() + self::OPEN_SECONDS;
        $request = new Request('GET', $this->api->path('/realtime/events'), $this->query);
        $url = Url::of($request->url($this->api->base));
        $socket = Socket::open($url, $this->options);
        try {
            $headers = $credentials + ['accept' => 'text/event-stream', 'cache-control' => 'no-store'];
            $headers += $from === null ? [] : ['last-event-id' => (string) $from];
            $head = HttpHead::request($socket, $url, $headers, $until);
            if ($head->status !== 200) {
                throw $this->refusal($head, $socket, $until);
            }
            if (!str_starts_with($head->headers['content-type'] ?? '', 'text/event-stream')) {
                throw new ConnectionException('The server does not answer with server-sent events. Check the address.');
            }
            $isChunked = strcasecmp($head->headers['transfer-encoding'] ?? '', 'chunked') === 0;
            return new SseConnection($socket, $isChunked, $this->options->maxMessageBytes);
        } catch (\Throwable $error) {
            $socket->close();
            throw $error;
        }
    }

    private function refusal(HttpHead $head, Socket $socket, float $until): MsingiException
    {
        $length = min((int) ($head->headers['content-length'] ?? 0), self::MOST_ERROR_BYTES);
        $body = '';
        try {
            while (strlen($body) < $length) {
                $socket->await($until);
                $body .= $socket->read();
            }
        } catch (ConnectionException) {
            // The status says enough.
        }
        return MsingiException::of(new Response($head->status, $head->headers, $body));
    }
}
