<?php

declare(strict_types=1);

namespace Msingi\Tests\Alone;

use Msingi\Exception\ConnectionException;
use Msingi\Live\EventReader;
use Msingi\Live\Position;
use Msingi\Live\UnusableTransport;
use Msingi\Net\ChunkedBody;
use PHPUnit\Framework\TestCase;

/** Events and chunks are the same however their bytes arrive. */
final class StreamsTest extends TestCase
{
    public function testEventsAreTheSameHoweverTheyArrive(): void
    {
        $text = ": a comment\r\n\r\nretry: 1000\n\nid: 1\r\nevent: INSERT\r\n"
            . "data: {\"a\":\r\ndata:1}\r\n\r\nid: e:2\n\n";
        foreach ([1, 3, strlen($text)] as $size) {
            $reader = new EventReader(100);
            $events = [];
            foreach (str_split($text, $size) as $part) {
                array_push($events, ...$reader->push($part));
            }
            self::assertSame([
                ['retry' => '1000'],
                ['id' => '1', 'event' => 'INSERT', 'data' => "{\"a\":\n1}"],
                ['id' => 'e:2'],
            ], $events);
        }
    }

    /** @dataProvider endless */
    public function testAnEventIsBounded(string $part): void
    {
        $reader = new EventReader(1000);
        $this->expectException(UnusableTransport::class);
        for ($n = 0; $n < 1000; $n++) {
            iterator_to_array($reader->push($part));
        }
    }

    /** @return array<string, array{string}> */
    public function endless(): array
    {
        return ['a line without an end' => ['data'], 'lines without an end' => ["data: x\n"]];
    }

    public function testChunksAreTheSameHoweverTheyArrive(): void
    {
        $text = "4\r\nhaba\r\n2;name=value\r\nri\r\nA \r\n0123456789\r\n0\r\n\r\n";
        foreach ([1, 2, strlen($text)] as $size) {
            $body = new ChunkedBody();
            self::assertSame('habari0123456789', implode('', array_map($body->push(...), str_split($text, $size))));
            self::assertTrue($body->isOver());
        }
    }

    /** @dataProvider brokenChunks */
    public function testChunksThatAreNoneAreRefused(string $text): void
    {
        $this->expectException(ConnectionException::class);
        (new ChunkedBody())->push($text);
    }

    /** @return array<string, array{string}> */
    public function brokenChunks(): array
    {
        return [
            'no size' => ["x\r\n"],
            'a size of a thousand digits' => [str_repeat('0', 2000)],
            'more than was said' => ["1\r\nab\r\n"],
        ];
    }

    public function testAPositionIsAString(): void
    {
        self::assertSame(['abc', 12], Position::fromString((string) Position::at('abc', 12))->stream());
        self::assertNull(Position::fromString('01a21b2d-625c-8000-8009-2c2f00000000')->stream());
        $this->expectException(\InvalidArgumentException::class);
        Position::fromString("1\r\nx-evil: 1");
    }
}
