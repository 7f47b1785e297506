<?php

declare(strict_types=1);

namespace Msingi\Live;

/** Position is where a subscription stands. Store it as a string, and give that to `subscribe` to go on behind it. */
final readonly class Position implements \Stringable, \JsonSerializable
{
    private function __construct(private string $text)
    {
    }

    /** @internal */
    public static function fromString(string $text): self
    {
        if (preg_match('/^[\x21-\x7e]{1,200}$/D', $text) !== 1) {
            throw new \InvalidArgumentException('This is not a position of live changes.');
        }
        return new self($text);
    }

    /** @internal */
    public static function at(string $epoch, int $offset): self
    {
        return self::fromString("$epoch:$offset");
    }

    /**
     * stream returns epoch and offset, or null for the id of an event, from which only server-sent events resume.
     *
     * @internal
     * @return array{string, int}|null
     */
    public function stream(): ?array
    {
        return preg_match('/^([^:]+):(\d{1,18})$/D', $this->text, $match) === 1 ? [$match[1], (int) $match[2]] : null;
    }

    public function __toString(): string
    {
        return $this->text;
    }

    public function jsonSerialize(): string
    {
        return $this->text;
    }
}
