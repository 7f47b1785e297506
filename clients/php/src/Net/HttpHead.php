<?php

declare(strict_types=1);

namespace Msingi\Net;

use Msingi\Exception\ConnectionException;

/**
 * HttpHead is the head of a response, and how one is asked for over a socket.
 *
 * @internal
 */
final readonly class HttpHead
{
    private const MOST_BYTES = 32_768;

    /** @param array<string, string> $headers by names in lower case */
    private function __construct(public int $status, public array $headers)
    {
    }

    /**
     * request sends a GET and returns the head of its response. The body is left to read.
     *
     * @param array<string, string> $headers
     */
    public static function request(Socket $socket, Url $url, #[\SensitiveParameter] array $headers, float $until): self
    {
        $lines = "GET {$url->target} HTTP/1.1\r\nHost: {$url->authority()}\r\n";
        foreach ($headers as $name => $value) {
            $lines .= "$name: $value\r\n";
        }
        $socket->write("$lines\r\n", $until);
        return self::parse($socket->readThrough("\r\n\r\n", self::MOST_BYTES, $until));
    }

    private static function parse(string $text): self
    {
        $lines = explode("\r\n", $text);
        if (preg_match('#^HTTP/1\.[01] (\d{3})(?: |$)#', array_shift($lines), $match) !== 1) {
            throw new ConnectionException('The server does not speak HTTP/1.1.');
        }
        $headers = [];
        foreach ($lines as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
        }
        return new self((int) $match[1], $headers);
    }
}
