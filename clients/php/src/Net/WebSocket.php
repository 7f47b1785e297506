<?php

declare(strict_types=1);

namespace Msingi\Net;

use Msingi\Exception\ConnectionException;
use Msingi\Options;

/**
 * WebSocket is a client of RFC 6455 for texts, without extensions.
 *
 * @internal
 */
final class WebSocket
{
    private const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
    private const WRITE_SECONDS = 10.0;
    private const NO_CODE = 1005;

    private readonly FrameReader $frames;
    private string $message = '';
    private bool $isInMessage = false;
    private ?int $closeCode = null;
    private string $closeReason = '';

    private function __construct(private readonly Socket $socket, private readonly int $mostBytes)
    {
        $this->frames = new FrameReader($mostBytes);
    }

    /** open connects and agrees on the protocol, within the time. */
    public static function open(string $address, Options $options, float $until): self
    {
        $url = Url::of($address);
        $socket = Socket::open($url, $options);
        try {
            $key = base64_encode(random_bytes(16));
            $head = HttpHead::request($socket, $url, [
                'Upgrade' => 'websocket',
                'Connection' => 'Upgrade',
                'Sec-WebSocket-Key' => $key,
                'Sec-WebSocket-Version' => '13',
            ], $until);
            self::check($head, $key);
            return new self($socket, $options->maxMessageBytes);
        } catch (\Throwable $error) {
            $socket->close();
            throw $error;
        }
    }

    /** @return resource what to wait for */
    public function stream(): mixed
    {
        return $this->socket->stream();
    }

    public function hasMore(): bool
    {
        return $this->socket->hasMore();
    }

    public function isClosed(): bool
    {
        return $this->closeCode !== null;
    }

    /** closeCode is the one that the server has closed with; 1005 if it has given none. */
    public function closeCode(): ?int
    {
        return $this->closeCode;
    }

    public function closeReason(): string
    {
        return $this->closeReason;
    }

    /**
     * receive yields the texts that have arrived, and answers pings. It throws a ConnectionException where the
     * connection has ended without a word, and a BrokenFrame for what the protocol forbids.
     *
     * @return \Generator<int, string>
     */
    public function receive(): \Generator
    {
        try {
            foreach ($this->frames->push($this->socket->read()) as $frame) {
                $text = $this->take($frame);
                if ($text !== null) {
                    yield $text;
                }
                if ($this->isClosed()) {
                    return;
                }
            }
        } catch (BrokenFrame $error) {
            $this->close($error->closeCode);
            throw $error;
        }
    }

    public function send(#[\SensitiveParameter] string $text): void
    {
        $this->write(new Frame(Frame::TEXT, $text));
    }

    public function close(int $code = 1000): void
    {
        try {
            if (!$this->isClosed()) {
                $this->write(new Frame(Frame::CLOSE, pack('n', $code)));
            }
        } catch (ConnectionException) {
            // It is gone already.
        }
        $this->socket->close();
    }

    private static function check(HttpHead $head, string $key): void
    {
        if ($head->status !== 101) {
            $message = "The server answers the request for a WebSocket with the status {$head->status}.";
            $wait = ConnectionException::secondsOf($head->headers['retry-after'] ?? null);
            throw new ConnectionException($message, retryAfter: $wait);
        }
        $accept = base64_encode(sha1($key . self::GUID, true));
        $isRight = hash_equals($accept, $head->headers['sec-websocket-accept'] ?? '')
            && strcasecmp($head->headers['upgrade'] ?? '', 'websocket') === 0
            && preg_match('/(?:^|,)\s*upgrade\s*(?:,|$)/i', $head->headers['connection'] ?? '') === 1
            && !isset($head->headers['sec-websocket-extensions'])
            && !isset($head->headers['sec-websocket-protocol']);
        if (!$isRight) {
            throw new ConnectionException('The server does not agree on WebSocket as RFC 6455 has it.');
        }
    }

    /** Returns a text if the frame completes one. */
    private function take(Frame $frame): ?string
    {
        switch ($frame->opcode) {
            case Frame::PING:
                $this->write(new Frame(Frame::PONG, $frame->payload));
                return null;
            case Frame::PONG:
                return null;
            case Frame::CLOSE:
                $this->takeClose($frame->payload);
                return null;
            case Frame::BINARY:
                throw new BrokenFrame('bytes where there should be text', BrokenFrame::NOT_TEXT);
        }
        if ($this->isInMessage === ($frame->opcode === Frame::TEXT)) {
            throw new BrokenFrame('pieces of a message in a wrong order');
        }
        $this->isInMessage = !$frame->isFinal;
        if (strlen($this->message) + strlen($frame->payload) > $this->mostBytes) {
            throw new BrokenFrame("a message of more than {$this->mostBytes} bytes", BrokenFrame::TOO_LARGE);
        }
        $this->message .= $frame->payload;
        if (!$frame->isFinal) {
            return null;
        }
        [$text, $this->message] = [$this->message, ''];
        if (!mb_check_encoding($text, 'UTF-8')) {
            throw new BrokenFrame('a text that is not UTF-8', BrokenFrame::NOT_TEXT);
        }
        return $text;
    }

    private function takeClose(string $payload): void
    {
        $code = strlen($payload) >= 2 ? unpack('n', $payload)[1] : self::NO_CODE;
        $reason = substr($payload, 2);
        $isOfProtocol = $code >= 1000 && $code <= 1014 && !in_array($code, [1004, self::NO_CODE, 1006], true);
        if ($payload !== '' && !$isOfProtocol && ($code < 3000 || $code > 4999)) {
            throw new BrokenFrame('a close frame that is not valid');
        }
        if (!mb_check_encoding($reason, 'UTF-8')) {
            throw new BrokenFrame('a reason that is not UTF-8', BrokenFrame::NOT_TEXT);
        }
        // The answer to a close has its code.
        $this->close($payload === '' ? 1000 : $code);
        [$this->closeCode, $this->closeReason] = [$code, $reason];
    }

    private function write(#[\SensitiveParameter] Frame $frame): void
    {
        $this->socket->write($frame->toBytes(), Clock::now() + self::WRITE_SECONDS);
    }
}
