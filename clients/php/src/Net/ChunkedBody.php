<?php

declare(strict_types=1);

namespace Msingi\Net;

use Msingi\Exception\ConnectionException;

/**
 * ChunkedBody takes the chunks of HTTP/1.1 apart, however they arrive.
 *
 * @internal
 */
final class ChunkedBody
{
    private const MOST_LINE_BYTES = 1024;

    private string $buffer = '';
    private int $left = 0;
    private bool $isBehindChunk = false;
    private bool $isOver = false;

    /** push returns the bytes of the body that some bytes of the connection hold. */
    public function push(string $bytes): string
    {
        $this->buffer .= $bytes;
        $body = '';
        while ($this->buffer !== '' && !$this->isOver) {
            if ($this->left > 0) {
                $part = substr($this->buffer, 0, $this->left);
                $this->buffer = substr($this->buffer, strlen($part));
                $this->left -= strlen($part);
                $this->isBehindChunk = $this->left === 0;
                $body .= $part;
            } elseif (!$this->readLine()) {
                break;
            }
        }
        return $body;
    }

    public function isOver(): bool
    {
        return $this->isOver;
    }

    private function readLine(): bool
    {
        $end = strpos($this->buffer, "\r\n");
        if ($end === false) {
            return strlen($this->buffer) <= self::MOST_LINE_BYTES ? false : throw self::broken();
        }
        $line = substr($this->buffer, 0, $end);
        $this->buffer = substr($this->buffer, $end + 2);
        if ($this->isBehindChunk) {
            $this->isBehindChunk = false;
            return $line === '' ? true : throw self::broken();
        }
        if (preg_match('/^([0-9a-f]{1,15})\s*(?:;|$)/i', $line, $match) !== 1) {
            throw self::broken();
        }
        $this->left = (int) hexdec($match[1]);
        $this->isOver = $this->left === 0;
        return true;
    }

    private static function broken(): ConnectionException
    {
        return new ConnectionException('The server sends chunks that are not those of HTTP/1.1.');
    }
}
