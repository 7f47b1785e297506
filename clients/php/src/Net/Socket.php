<?php

declare(strict_types=1);

namespace Msingi\Net;

use Msingi\Exception\ConnectionException;
use Msingi\Options;

/**
 * Socket is a connection over TCP or TLS that is read without waiting, so that one loop can follow many.
 *
 * @internal
 */
final class Socket
{
    private const CHUNK_BYTES = 65_536;
    private const BYTES_A_TURN = 1024 * 1024;

    private string $unread = '';
    private bool $mayHaveMore = false;

    /** @param resource $stream */
    private function __construct(private mixed $stream)
    {
    }

    /** open connects to the host of a URL. Certificates are verified. */
    public static function open(Url $url, Options $options): self
    {
        $tls = ['verify_peer' => true, 'verify_peer_name' => true, 'peer_name' => trim($url->host, '[]')];
        $tls += $options->caFile === null ? [] : ['cafile' => $options->caFile];
        $context = stream_context_create(['ssl' => $tls, 'socket' => ['tcp_nodelay' => true]]);
        $address = ($url->isSecure ? 'tls' : 'tcp') . "://{$url->host}:{$url->port}";
        $warning = '';
        set_error_handler(static function (int $level, string $message) use (&$warning): bool {
            $warning .= ' ' . preg_replace('/^.*?\(\): /', '', $message);
            return true;
        });
        try {
            $stream = stream_socket_client($address, timeout: $options->connectTimeout, context: $context);
        } finally {
            restore_error_handler();
        }
        if ($stream === false) {
            throw new ConnectionException("The server cannot be reached:$warning");
        }
        stream_set_blocking($stream, false);
        stream_set_read_buffer($stream, 0);
        return new self($stream);
    }

    /** @return resource what to wait for */
    public function stream(): mixed
    {
        return $this->stream;
    }

    /** hasMore says that there is something to read already, which the operating system does not know. */
    public function hasMore(): bool
    {
        return $this->mayHaveMore || $this->unread !== '';
    }

    /** read returns what has arrived, an empty text if nothing has. It throws a ConnectionException at the end. */
    public function read(): string
    {
        $bytes = $this->unread;
        $this->unread = '';
        $this->mayHaveMore = false;
        while (!$this->mayHaveMore) {
            $chunk = @fread($this->stream, self::CHUNK_BYTES);
            if ($chunk === false || $chunk === '') {
                break;
            }
            $bytes .= $chunk;
            // TLS keeps what it has decrypted: without this it would be waited for in vain.
            $this->mayHaveMore = strlen($bytes) >= self::BYTES_A_TURN;
        }
        if ($bytes === '' && feof($this->stream)) {
            throw new ConnectionException('The server has ended the connection.');
        }
        return $bytes;
    }

    /** readThrough waits for a mark and returns what stands before it; the rest is left to read. */
    public function readThrough(string $mark, int $mostBytes, float $until): string
    {
        for ($bytes = '';;) {
            $bytes .= $this->read();
            $at = strpos($bytes, $mark);
            if ($at !== false && $at <= $mostBytes) {
                $this->unread = substr($bytes, $at + strlen($mark));
                return substr($bytes, 0, $at);
            }
            if ($at !== false || strlen($bytes) > $mostBytes) {
                throw new ConnectionException('The server sends a head that is too large.');
            }
            $this->await($until);
        }
    }

    /** await waits until there is something to read, and throws a ConnectionException when the time is over. */
    public function await(float $until): void
    {
        if (!$this->hasMore() && Readiness::of([$this->stream], [], $until - Clock::now()) === []) {
            self::checkTime($until);
        }
    }

    /** write sends everything, or throws a ConnectionException when the time is over. */
    public function write(#[\SensitiveParameter] string $bytes, float $until): void
    {
        while ($bytes !== '') {
            $sent = is_resource($this->stream) ? @fwrite($this->stream, $bytes) : false;
            if ($sent === false || ($sent === 0 && feof($this->stream))) {
                throw new ConnectionException('The server has ended the connection.');
            }
            $bytes = substr($bytes, $sent);
            if ($bytes !== '' && $sent === 0) {
                self::checkTime($until);
                Readiness::of([], [$this->stream], $until - Clock::now());
            }
        }
    }

    public function close(): void
    {
        if (is_resource($this->stream)) {
            fclose($this->stream);
        }
    }

    private static function checkTime(float $until): void
    {
        if (Clock::now() >= $until) {
            throw new ConnectionException('The server takes too long to answer.');
        }
    }
}
