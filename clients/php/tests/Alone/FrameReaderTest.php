<?php

declare(strict_types=1);

namespace Msingi\Tests\Alone;

use Msingi\Net\BrokenFrame;
use Msingi\Net\Frame;
use Msingi\Net\FrameReader;
use PHPUnit\Framework\TestCase;

/** Frames are the same however their bytes arrive, and what RFC 6455 forbids is refused. */
final class FrameReaderTest extends TestCase
{
    private const MOST_BYTES = 200_000;

    public function testFramesAreTheSameHoweverTheyArrive(): void
    {
        $sent = [
            new Frame(Frame::TEXT, ''),
            new Frame(Frame::TEXT, str_repeat('a', 125)),
            new Frame(Frame::PING, 'p'),
            new Frame(Frame::TEXT, str_repeat('b', 126), false),
            new Frame(Frame::CONTINUATION, str_repeat('c', 70_000)),
            new Frame(Frame::CLOSE, pack('n', 1000)),
        ];
        $bytes = implode('', array_map(self::unmasked(...), $sent));
        foreach ([1, 7, 4096, strlen($bytes)] as $size) {
            $reader = new FrameReader(self::MOST_BYTES);
            $frames = [];
            foreach (str_split($bytes, $size) as $part) {
                foreach ($reader->push($part) as $frame) {
                    $frames[] = $frame;
                }
            }
            self::assertEquals($sent, $frames);
        }
    }

    /** @dataProvider broken */
    public function testWhatIsForbiddenIsRefused(string $bytes, int $code): void
    {
        try {
            iterator_to_array((new FrameReader(self::MOST_BYTES))->push($bytes));
            self::fail('It was taken.');
        } catch (BrokenFrame $error) {
            self::assertSame($code, $error->closeCode);
        }
    }

    /** @return array<string, array{string, int}> */
    public function broken(): array
    {
        return [
            'a reserved bit' => ["\xC1\x00", BrokenFrame::PROTOCOL],
            'an unknown opcode' => ["\x83\x00", BrokenFrame::PROTOCOL],
            'a mask' => ["\x81\x80\x00\x00\x00\x00", BrokenFrame::PROTOCOL],
            'a ping in pieces' => ["\x09\x00", BrokenFrame::PROTOCOL],
            'a long ping' => ["\x89\x7E\x00\x80", BrokenFrame::PROTOCOL],
            'a short length in two bytes' => ["\x81\x7E\x00\x05", BrokenFrame::PROTOCOL],
            'a short length in eight bytes' => ["\x81\x7F" . pack('J', 65_535), BrokenFrame::PROTOCOL],
            'a negative length' => ["\x81\x7F" . pack('J', -1), BrokenFrame::PROTOCOL],
            'more than may be' => ["\x81\x7F" . pack('J', self::MOST_BYTES + 1), BrokenFrame::TOO_LARGE],
        ];
    }

    public function testWhatAClientSendsIsMasked(): void
    {
        foreach ([0, 125, 126, 65_535, 65_536] as $length) {
            $text = substr(str_repeat('habari', 11_000), 0, $length);
            $bytes = (new Frame(Frame::TEXT, $text))->toBytes();
            $headSize = $length < 126 ? 2 : ($length < 65_536 ? 4 : 10);
            self::assertSame(0x80, ord($bytes[1]) & 0x80);
            $mask = substr($bytes, $headSize, 4);
            $payload = substr($bytes, $headSize + 4) ^ str_repeat($mask, intdiv($length, 4) + 1);
            self::assertSame($text, $payload);
        }
    }

    public static function unmasked(Frame $frame): string
    {
        $length = strlen($frame->payload);
        return chr(($frame->isFinal ? 0x80 : 0) | $frame->opcode) . match (true) {
            $length < 126 => chr($length),
            $length < 65_536 => "\x7E" . pack('n', $length),
            default => "\x7F" . pack('J', $length),
        } . $frame->payload;
    }
}
