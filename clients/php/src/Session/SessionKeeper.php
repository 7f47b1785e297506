<?php

declare(strict_types=1);

namespace Msingi\Session;

use Msingi\Exception\ForbiddenException;
use Msingi\Exception\UnauthorizedException;

/**
 * SessionKeeper stores the session, and renews it before it expires.
 *
 * @internal
 */
final class SessionKeeper
{
    // A token that is about to expire could expire before it arrives.
    private const MARGIN_SECONDS = 20;

    private ?Session $session = null;
    private bool $isLoaded = false;
    // A token that was expired when it came: the clock of this machine is wrong, and only the server knows.
    private bool $isUntimed = false;
    /** @var array<int, \Closure(?Session): void> */
    private array $listeners = [];

    /** @param \Closure(string): array<string, mixed> $exchange sends a refresh token, and returns new tokens */
    public function __construct(
        private readonly SessionStore $store,
        private readonly string $name,
        private readonly \Closure $exchange,
    ) {
    }

    /** get returns the session, which can be from an earlier visit, and its access token expired. */
    public function get(): ?Session
    {
        if (!$this->isLoaded) {
            $this->load();
        }
        return $this->session;
    }

    public function set(?Session $session): void
    {
        $before = $this->get()?->userId();
        $this->session = $session;
        $this->isUntimed = $session !== null && self::isEnding($session);
        if ($session === null) {
            $this->store->remove($this->name);
        } else {
            $this->store->set($this->name, $session->toText());
        }
        if ($before !== $session?->userId()) {
            foreach ($this->listeners as $listener) {
                $listener($session);
            }
        }
    }

    /**
     * keepUser keeps new facts about the user who is signed in.
     *
     * @param array<string, mixed> $user
     */
    public function keepUser(array $user): void
    {
        $session = $this->get();
        if ($session?->userId() === $user['id']) {
            $this->set($session->withUser($user));
        }
    }

    /**
     * current returns the session with an access token that has not expired, or null if nobody is signed in. It throws
     * if the session has ended: what a user has begun is not done as nobody, or as somebody else.
     */
    public function current(): ?Session
    {
        $session = $this->get();
        // Whether a token that others renew is over is for the server to say.
        if ($session?->refreshToken() === '' || $session === null || $this->isUntimed || !self::isEnding($session)) {
            return $session;
        }
        $renewed = $this->refresh();
        if ($renewed?->userId() !== $session->userId()) {
            throw new UnauthorizedException('The session has ended. Sign in again.', 401);
        }
        return $renewed;
    }

    /** refresh renews the session; it removes one that the server no longer accepts. Null if others renew it. */
    public function refresh(): ?Session
    {
        $before = $this->get();
        if ($before?->refreshToken() === '') {
            return null;
        }
        // Another process may have renewed it, or signed somebody else in.
        if ($before === null || $this->isRenewed($before)) {
            return $this->session;
        }
        try {
            $answer = ($this->exchange)($before->refreshToken());
        } catch (UnauthorizedException | ForbiddenException) {
            if (!$this->isRenewed($before)) {
                $this->set(null);
            }
            return $this->session;
        }
        if (!$this->isRenewed($before)) {
            $this->set(new Session($answer['user'] ?? $before->user, $answer['tokens']));
        }
        return $this->session;
    }

    /** @param \Closure(?Session): void $listener */
    public function listen(\Closure $listener): \Closure
    {
        $this->listeners[] = $listener;
        $key = array_key_last($this->listeners);
        return function () use ($key): void {
            unset($this->listeners[$key]);
        };
    }

    private function isRenewed(Session $before): bool
    {
        $this->load();
        return $this->session?->refreshToken() !== $before->refreshToken();
    }

    private function load(): void
    {
        $text = $this->store->get($this->name);
        $this->session = $text === null ? null : Session::fromText($text);
        $this->isLoaded = true;
    }

    private static function isEnding(Session $session): bool
    {
        return $session->expiresAt - microtime(true) <= self::MARGIN_SECONDS;
    }
}
