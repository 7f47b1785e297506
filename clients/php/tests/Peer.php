<?php

declare(strict_types=1);

namespace Msingi\Tests;

/**
 * Peer is a server that says, connection by connection, exactly what a test has it say. It runs beside the test, as
 * peer.php, and notes what it is sent.
 */
final class Peer
{
    /** PROJECT is the id of a project that clients of a peer may have. */
    public const PROJECT = '00000000-0000-4000-8000-000000000000';

    public readonly int $port;
    /** @var resource */
    private $process;
    private readonly string $log;

    /**
     * Each connection is a list of steps: `['await', mark]` reads through a mark, `['send', bytes]` sends, and
     * `['drip', bytes]` does so byte by byte, `['frames', n]` reads n frames, `['handshake', 0]` agrees on WebSocket,
     * and `['hold', 0]` says nothing more until the other side closes. Behind the last step the connection is closed.
     * %PORT% in what is sent is where the peer listens.
     *
     * @param list<list<array<mixed>>> $connections
     */
    public function __construct(array $connections, ?string $certificate = null)
    {
        $this->log = (string) tempnam(sys_get_temp_dir(), 'msingi-peer');
        $script = base64_encode(serialize($connections));
        $command = [PHP_BINARY, __DIR__ . '/peer.php', $this->log, $certificate ?? ''];
        $process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        if ($process === false) {
            throw new \RuntimeException('The peer cannot be started.');
        }
        $this->process = $process;
        fwrite($pipes[0], $script);
        fclose($pipes[0]);
        $this->port = (int) fgets($pipes[1]);
    }

    public function __destruct()
    {
        proc_terminate($this->process, SIGKILL);
        proc_close($this->process);
        @unlink($this->log);
    }

    public function url(string $scheme = 'http'): string
    {
        return "$scheme://127.0.0.1:{$this->port}";
    }

    /**
     * heard returns what it was sent on each connection so far.
     *
     * @return list<string>
     */
    public function heard(): array
    {
        $heard = [];
        foreach (file($this->log, FILE_IGNORE_NEW_LINES) ?: [] as $line) {
            [$number, $bytes] = explode(' ', $line, 2);
            $heard[(int) $number] = ($heard[(int) $number] ?? '') . base64_decode($bytes);
        }
        return array_values($heard);
    }

    /** waitFor waits until it has been sent something, and returns what the connection was sent until then. */
    public function waitFor(string $bytes, int $connection = 0): string
    {
        for ($end = hrtime(true) + 10e9; hrtime(true) < $end; usleep(1000)) {
            $heard = $this->heard()[$connection] ?? '';
            if (str_contains($heard, $bytes)) {
                return $heard;
            }
        }
        throw new \RuntimeException('It was not sent: ' . bin2hex($bytes));
    }
}
