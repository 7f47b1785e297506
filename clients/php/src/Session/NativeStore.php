<?php

declare(strict_types=1);

namespace Msingi\Session;

/** NativeStore keeps everything in PHP's own session: each visitor of a site has one. */
final class NativeStore implements SessionStore
{
    public function __construct()
    {
        if (session_status() !== PHP_SESSION_ACTIVE) {
            throw new \LogicException('Call session_start() before you make this store.');
        }
    }

    public function get(string $name): ?string
    {
        $value = $_SESSION[$name] ?? null;
        return is_string($value) ? $value : null;
    }

    public function set(string $name, #[\SensitiveParameter] string $value): void
    {
        $_SESSION[$name] = $value;
    }

    public function remove(string $name): void
    {
        unset($_SESSION[$name]);
    }
}
