<?php

declare(strict_types=1);

namespace Msingi\Session;

use Msingi\Secret;

/** MemoryStore lasts as long as the process. */
final class MemoryStore implements SessionStore
{
    /** @var array<string, Secret> */
    private array $kept = [];

    public function get(string $name): ?string
    {
        return ($this->kept[$name] ?? null)?->reveal();
    }

    public function set(string $name, #[\SensitiveParameter] string $value): void
    {
        $this->kept[$name] = new Secret($value);
    }

    public function remove(string $name): void
    {
        unset($this->kept[$name]);
    }
}
