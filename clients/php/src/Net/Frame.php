<?php

declare(strict_types=1);

namespace Msingi\Net;

/**
 * Frame is a frame of WebSocket (RFC 6455, section 5.2).
 *
 * @internal
 */
final readonly class Frame
{
    public const CONTINUATION = 0x0;
    public const TEXT = 0x1;
    public const BINARY = 0x2;
    public const CLOSE = 0x8;
    public const PING = 0x9;
    public const PONG = 0xA;

    public function __construct(public int $opcode, public string $payload, public bool $isFinal = true)
    {
    }

    /** toBytes returns the frame as a client sends it: masked, so that proxies do not take it for something else. */
    public function toBytes(): string
    {
        $length = strlen($this->payload);
        $head = chr(($this->isFinal ? 0x80 : 0) | $this->opcode);
        $head .= match (true) {
            $length < 126 => chr(0x80 | $length),
            $length < 65_536 => chr(0x80 | 126) . pack('n', $length),
            default => chr(0x80 | 127) . pack('J', $length),
        };
        $mask = random_bytes(4);
        return $head . $mask . ($this->payload ^ str_repeat($mask, intdiv($length, 4) + 1));
    }
}
