<?php

declare(strict_types=1);

namespace Msingi;

/**
 * Secret keeps a key or a token out of dumps, logs and traces. The closure is what hides it: unlike a property, it is
 * not shown by var_export.
 *
 * @internal
 */
final readonly class Secret
{
    private \Closure $value;

    public function __construct(#[\SensitiveParameter] string $value)
    {
        $this->value = static fn (): string => $value;
    }

    public function reveal(): string
    {
        return ($this->value)();
    }

    /** @return array<string, string> */
    public function __debugInfo(): array
    {
        return ['value' => '(hidden)'];
    }

    public function __serialize(): array
    {
        throw new \LogicException('Clients and sessions hold secrets, and cannot be serialized. Make them anew.');
    }
}
