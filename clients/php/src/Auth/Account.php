<?php

declare(strict_types=1);

namespace Msingi\Auth;

use Msingi\Http\Api;
use Msingi\Http\Request;

/** Account is what the user who is signed in sees and changes of themselves. If nobody is, all methods throw (401). */
final readonly class Account
{
    /** @internal */
    public function __construct(private Api $api)
    {
    }

    /**
     * get returns the user as the server has them now.
     *
     * @return array<string, mixed>
     */
    public function get(): array
    {
        return $this->keep($this->send('GET', $this->own()));
    }

    /**
     * update changes the user, and returns them. A new password or phone takes `current_password`, and a new password
     * ends all other sessions.
     *
     * @param array<string, mixed> $changes such as `full_name` and `metadata`
     * @return array<string, mixed>
     */
    public function update(#[\SensitiveParameter] array $changes): array
    {
        return $this->keep($this->send('PATCH', $this->own(), (object) $changes));
    }

    /** delete deletes the user for good, and signs out. Where rows refer to the user it is a ConflictException. */
    public function delete(): void
    {
        $this->send('DELETE', $this->own());
        $this->api->session->set(null);
    }

    /**
     * sessions returns where the user is signed in, the latest first.
     *
     * @return list<array<string, mixed>>
     */
    public function sessions(): array
    {
        return $this->send('GET', '/sessions');
    }

    /** endSession signs the user out elsewhere. For the current session, `signOut` is right. */
    public function endSession(string $id): void
    {
        $this->send('DELETE', '/sessions/' . rawurlencode($id));
    }

    /**
     * identities returns with which providers the user signs in.
     *
     * @return list<array<string, mixed>>
     */
    public function identities(): array
    {
        return $this->send('GET', $this->own('/identities'));
    }

    /** unlink takes an identity off. If it is the user's only way to sign in, it is a ConflictException. */
    public function unlink(string $id): void
    {
        $this->send('DELETE', $this->own('/identities/' . rawurlencode($id)));
    }

    /**
     * What the session says of the user stays true.
     *
     * @param array<string, mixed> $user
     * @return array<string, mixed>
     */
    private function keep(array $user): array
    {
        $this->api->session->keepUser($user);
        return $user;
    }

    private function own(string $rest = ''): string
    {
        return '/users/' . rawurlencode($this->api->userId()) . $rest;
    }

    private function send(string $method, string $route, #[\SensitiveParameter] ?object $body = null): mixed
    {
        $this->api->userId();
        return $this->api->send(Request::json($method, $this->api->path("/auth$route"), $body))->data();
    }
}
