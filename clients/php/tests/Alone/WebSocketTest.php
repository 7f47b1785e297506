<?php

declare(strict_types=1);

namespace Msingi\Tests\Alone;

use Msingi\Exception\ConnectionException;
use Msingi\Net\BrokenFrame;
use Msingi\Net\Clock;
use Msingi\Net\Frame;
use Msingi\Net\Readiness;
use Msingi\Net\WebSocket;
use Msingi\Options;
use Msingi\Tests\Peer;
use PHPUnit\Framework\TestCase;

/** The WebSocket against servers that send in pieces, stall and lie. */
final class WebSocketTest extends TestCase
{
    public function testMessagesInPiecesComeWholeAndPingsInBetweenAreAnswered(): void
    {
        $bytes = self::bytes(new Frame(Frame::TEXT, 'ha', false))
            . self::bytes(new Frame(Frame::PING, 'are you there'))
            . self::bytes(new Frame(Frame::CONTINUATION, 'ba', false))
            . self::bytes(new Frame(Frame::PONG, ''))
            . self::bytes(new Frame(Frame::CONTINUATION, 'ri'))
            . self::bytes(new Frame(Frame::TEXT, 'é'))
            . self::bytes(new Frame(Frame::CLOSE, pack('n', 3001) . 'shutdown'));
        $peer = new Peer([[['handshake', 0], ['drip', $bytes], ['frames', 3]]]);
        $socket = $this->open($peer);
        $socket->send('hello');
        self::assertSame(['habari', 'é'], self::receiveAll($socket));
        self::assertSame([3001, 'shutdown'], [$socket->closeCode(), $socket->closeReason()]);
        $heard = $peer->waitFor('[masked 88]');
        $request = "GET /connection/websocket HTTP/1.1\r\nHost: 127.0.0.1:{$peer->port}\r\n";
        self::assertStringStartsWith($request, $heard);
        self::assertStringEndsWith("[masked 81]hello[masked 8a]are you there[masked 88]\x0B\xB9", $heard);
    }

    public function testWhatArrivesWithTheHandshakeIsNotLost(): void
    {
        $bytes = self::bytes(new Frame(Frame::TEXT, str_repeat('a', 3_000_000)));
        $peer = new Peer([[['handshake', 0], ['send', $bytes], ['hold', 0]]]);
        $socket = $this->open($peer);
        self::assertSame(3_000_000, strlen(self::receiveAll($socket, 1)[0]));
    }

    /** @dataProvider lies */
    public function testLiesEndTheConnectionWithTheRightCode(string $bytes, int $code): void
    {
        $peer = new Peer([[['handshake', 0], ['send', $bytes], ['frames', 1]]]);
        $socket = $this->open($peer, 1000);
        try {
            self::receiveAll($socket);
            self::fail('It was taken.');
        } catch (BrokenFrame $error) {
            self::assertSame($code, $error->closeCode);
        }
        self::assertStringEndsWith('[masked 88]' . pack('n', $code), $peer->waitFor('[masked 88]'));
    }

    /** @return array<string, array{string, int}> */
    public function lies(): array
    {
        $many = str_repeat(self::bytes(new Frame(Frame::CONTINUATION, str_repeat('a', 300), false)), 4);
        return [
            'bytes in place of text' => [self::bytes(new Frame(Frame::BINARY, 'x')), 1007],
            'no UTF-8' => [self::bytes(new Frame(Frame::TEXT, "\xFF")), 1007],
            'a piece of nothing' => [self::bytes(new Frame(Frame::CONTINUATION, 'x')), 1002],
            'a text within a text' => [str_repeat(self::bytes(new Frame(Frame::TEXT, 'x', false)), 2), 1002],
            'a large frame' => [self::bytes(new Frame(Frame::TEXT, str_repeat('a', 1001))), 1009],
            'pieces without an end' => [self::bytes(new Frame(Frame::TEXT, 'x', false)) . $many, 1009],
            'half a close code' => [self::bytes(new Frame(Frame::CLOSE, "\x03")), 1002],
            'a close code for nobody' => [self::bytes(new Frame(Frame::CLOSE, pack('n', 1006))), 1002],
            'a reason that is no text' => [self::bytes(new Frame(Frame::CLOSE, pack('n', 1000) . "\xFF")), 1007],
        ];
    }

    /** @dataProvider handshakes */
    public function testAHandshakeThatIsNoneIsRefused(string $response): void
    {
        $peer = new Peer([[['await', "\r\n\r\n"], ['send', $response]]]);
        $this->expectException(ConnectionException::class);
        $this->open($peer);
    }

    /** @return array<string, array{string}> */
    public function handshakes(): array
    {
        $head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
        return [
            'a status' => ["HTTP/1.1 200 OK\r\n\r\n"],
            'another protocol' => ["SSH-2.0-OpenSSH_9.2\r\n\r\n"],
            'no key' => ["$head\r\n"],
            'a wrong key' => ["{$head}Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"],
            'a head without an end' => [$head . str_repeat("X-A: b\r\n", 10_000)],
            'nothing' => [''],
        ];
    }

    public function testAServerThatStallsIsLeftInTime(): void
    {
        $peer = new Peer([[['send', "HTTP/1.1 101 Switching"], ['hold', 0]]]);
        $began = Clock::now();
        try {
            WebSocket::open($peer->url('ws'), new Options(), Clock::now() + 0.2);
            self::fail('It was opened.');
        } catch (ConnectionException) {
            self::assertLessThan(5.0, Clock::now() - $began);
        }
    }

    public function testAnEndWithoutAWordIsAConnectionException(): void
    {
        $peer = new Peer([[['handshake', 0], ['send', "\x81\x05hab"]]]);
        $socket = $this->open($peer);
        $this->expectException(ConnectionException::class);
        self::receiveAll($socket);
    }

    private function open(Peer $peer, int $mostBytes = 4_000_000): WebSocket
    {
        $options = new Options(maxMessageBytes: $mostBytes);
        return WebSocket::open($peer->url('ws') . '/connection/websocket', $options, Clock::now() + 5);
    }

    /** @return list<string> what comes until the connection is closed, or so many messages have come */
    private static function receiveAll(WebSocket $socket, int $count = PHP_INT_MAX): array
    {
        for ($texts = []; count($texts) < $count && !$socket->isClosed();) {
            array_push($texts, ...$socket->receive());
            if (count($texts) < $count && !$socket->isClosed() && !$socket->hasMore()) {
                Readiness::of([$socket->stream()], [], 5.0);
            }
        }
        return $texts;
    }

    private static function bytes(Frame $frame): string
    {
        return FrameReaderTest::unmasked($frame);
    }
}
