<?php

declare(strict_types=1);

namespace Msingi\Live;

use Msingi\Exception\ConnectionException;

/**
 * EventReader takes server-sent events apart, however they arrive. Lines end with LF or CRLF, as servers write them.
 *
 * @internal
 */
final class EventReader
{
    private string $buffer = '';
    private int $searched = 0;
    private int $size = 0;
    /** @var array<string, string> */
    private array $fields = [];

    public function __construct(private readonly int $mostBytes)
    {
    }

    /**
     * push yields the fields of each event that is whole.
     *
     * @return \Generator<int, array<string, string>>
     */
    public function push(string $bytes): \Generator
    {
        $this->buffer .= $bytes;
        $at = 0;
        while (($end = strpos($this->buffer, "\n", max($at, $this->searched))) !== false) {
            $line = rtrim(substr($this->buffer, $at, $end - $at), "\r");
            $at = $end + 1;
            if ($line !== '') {
                $this->takeLine($line);
            } elseif ($this->fields !== []) {
                [$fields, $this->fields, $this->size] = [$this->fields, [], 0];
                yield $fields;
            }
        }
        $this->buffer = substr($this->buffer, $at);
        $this->searched = strlen($this->buffer);
        $this->checkSize($this->searched);
    }

    private function takeLine(string $line): void
    {
        [$name, $value] = explode(':', $line, 2) + [1 => ''];
        if ($name === '') {
            return;
        }
        $value = str_starts_with($value, ' ') ? substr($value, 1) : $value;
        $this->size += strlen($line);
        $this->checkSize($this->size);
        $isMore = $name === 'data' && isset($this->fields['data']);
        $this->fields[$name] = $isMore ? "{$this->fields['data']}\n$value" : $value;
    }

    private function checkSize(int $bytes): void
    {
        if ($bytes > $this->mostBytes) {
            $reason = new ConnectionException("The server sends an event of more than {$this->mostBytes} bytes.");
            throw new UnusableTransport($reason, isFinal: true);
        }
    }
}
