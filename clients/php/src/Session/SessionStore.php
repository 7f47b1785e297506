<?php

declare(strict_types=1);

namespace Msingi\Session;

/** SessionStore keeps texts by name: the session of a user, the device token, and which uploads are under way. */
interface SessionStore
{
    public function get(string $name): ?string;

    public function set(string $name, #[\SensitiveParameter] string $value): void;

    public function remove(string $name): void;
}
