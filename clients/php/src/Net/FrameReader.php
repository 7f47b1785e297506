<?php

declare(strict_types=1);

namespace Msingi\Net;

/**
 * FrameReader takes the frames of a server apart, however they arrive, and refuses what RFC 6455 forbids.
 *
 * @internal
 */
final class FrameReader
{
    private const MOST_CONTROL_BYTES = 125;
    private const OPCODES = [Frame::CONTINUATION, Frame::TEXT, Frame::BINARY, Frame::CLOSE, Frame::PING, Frame::PONG];

    private string $buffer = '';

    public function __construct(private readonly int $mostBytes)
    {
    }

    /**
     * push yields the frames that are whole.
     *
     * @return \Generator<int, Frame>
     * @throws BrokenFrame
     */
    public function push(string $bytes): \Generator
    {
        $this->buffer .= $bytes;
        $at = 0;
        try {
            while (($head = $this->readHead($at)) !== null) {
                [$opcode, $isFinal, $headSize, $length] = $head;
                if (strlen($this->buffer) - $at < $headSize + $length) {
                    return;
                }
                $payload = substr($this->buffer, $at + $headSize, $length);
                $at += $headSize + $length;
                yield new Frame($opcode, $payload, $isFinal);
            }
        } finally {
            $this->buffer = substr($this->buffer, $at);
        }
    }

    /** @return array{int, bool, int, int}|null null where it is not whole */
    private function readHead(int $at): ?array
    {
        $have = strlen($this->buffer) - $at;
        if ($have < 2) {
            return null;
        }
        [$first, $second] = [ord($this->buffer[$at]), ord($this->buffer[$at + 1])];
        $opcode = $first & 0x0F;
        $isFinal = ($first & 0x80) !== 0;
        if (($first & 0x70) !== 0 || !in_array($opcode, self::OPCODES, true)) {
            throw new BrokenFrame('a frame of a kind that was not agreed on');
        }
        if (($second & 0x80) !== 0) {
            throw new BrokenFrame('a masked frame, which only clients send');
        }
        $length = $second & 0x7F;
        $isControl = $opcode >= Frame::CLOSE;
        if ($isControl && (!$isFinal || $length > self::MOST_CONTROL_BYTES)) {
            throw new BrokenFrame('a control frame that is too long or in pieces');
        }
        $headSize = match ($length) {
            126 => 4,
            127 => 10,
            default => 2,
        };
        if ($have < $headSize) {
            return null;
        }
        if ($headSize > 2) {
            $length = $this->readLength($at + 2, $headSize - 2);
        }
        if ($length > $this->mostBytes) {
            throw new BrokenFrame("a message of more than {$this->mostBytes} bytes", BrokenFrame::TOO_LARGE);
        }
        return [$opcode, $isFinal, $headSize, $length];
    }

    private function readLength(int $at, int $size): int
    {
        $length = unpack($size === 2 ? 'n' : 'J', $this->buffer, $at)[1];
        // The first bit of eight bytes is 0, and a short length is written short.
        if ($length < ($size === 2 ? 126 : 65_536)) {
            throw new BrokenFrame('a length that is not written as it should be');
        }
        return $length;
    }
}
