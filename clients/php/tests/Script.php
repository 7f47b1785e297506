<?php

declare(strict_types=1);

namespace Msingi\Tests;

use Msingi\Net\Frame;

/** Script writes the steps of a peer that speaks as a server of live changes does. */
final class Script
{
    /** @return list<array<mixed>> */
    public static function ticket(): array
    {
        $data = ['url' => 'http://127.0.0.1:%PORT%', 'token' => 't1', 'channel' => 'c', 'expires_at' => '2099-01-01'];
        $body = (string) json_encode(['data' => $data], JSON_UNESCAPED_SLASHES);
        return [['await', "\r\n\r\n"], ['send', "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n$body"]];
    }

    /** @return list<array<mixed>> */
    public static function webSocket(string ...$frames): array
    {
        return [['handshake', 0], ['frames', 1], ['send', implode('', $frames)]];
    }

    /** @return list<array<mixed>> */
    public static function stream(string $events): array
    {
        $head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
        return [['await', "\r\n\r\n"], ['send', $head . $events], ['hold', 0]];
    }

    /** @return list<array<mixed>> */
    public static function http(int $status, string $body): array
    {
        $length = strlen($body);
        $head = "HTTP/1.1 $status X\r\nConnection: close\r\nContent-Length: $length\r\n\r\n";
        return [['await', "\r\n\r\n"], ['send', $head . $body]];
    }

    /**
     * @param array<string, mixed> $state
     * @param list<array<string, mixed>> $publications
     */
    public static function connected(array $state, array $publications = [], float $ping = 25): string
    {
        $state += $publications === [] ? [] : ['publications' => $publications];
        $reply = ['ping' => $ping, 'subs' => ['c' => $state]];
        return self::frame((string) json_encode(['id' => 1, 'connect' => $reply]));
    }

    public static function change(int $offset): string
    {
        return self::frame((string) json_encode(['push' => ['channel' => 'c', 'pub' => self::publication($offset)]]));
    }

    /** @return array<string, mixed> */
    public static function publication(int $offset): array
    {
        return ['offset' => $offset, 'data' => json_decode(self::event($offset))];
    }

    public static function event(int $number): string
    {
        return (string) json_encode([
            'id' => "i$number",
            'type' => 'INSERT',
            'table' => 'books',
            'project_id' => 'p',
            'record' => ['id' => "r$number"],
            'created_at' => '2026-01-01T00:00:00Z',
        ]);
    }

    public static function close(int $code, string $reason): string
    {
        return Alone\FrameReaderTest::unmasked(new Frame(Frame::CLOSE, pack('n', $code) . $reason));
    }

    public static function frame(string $text): string
    {
        return Alone\FrameReaderTest::unmasked(new Frame(Frame::TEXT, $text));
    }
}
