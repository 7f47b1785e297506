<?php

declare(strict_types=1);

namespace Msingi\Auth;

use Msingi\Http\Api;

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
        return $this->keep($this->api->ownAuth('GET', $this->own()));
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
        return $this->keep($this->api->ownAuth('PATCH', $this->own(), $changes));
    }

    /** delete deletes the user for good, and signs out. Where rows refer to the user it is a ConflictException. */
    public function delete(): void
    {
        $this->api->ownAuth('DELETE', $this->own());
        $this->api->session->set(null);
    }

    /**
     * sessions returns where the user is signed in, the latest first.
     *
     * @return list<array<string, mixed>>
     */
    public function sessions(): array
    {
        return $this->api->ownAuth('GET', '/sessions');
    }

    /** endSession signs the user out elsewhere. For the current session, `signOut` is right. */
    public function endSession(string $id): void
    {
        $this->api->ownAuth('DELETE', '/sessions/' . rawurlencode($id));
    }

    /**
     * identities returns with which providers the user signs in.
     *
     * @return list<array<string, mixed>>
     */
    public function identities(): array
    {
        return $this->api->ownAuth('GET', $this->own('/identities'));
    }

    /** unlink takes an identity off. If it is the user's only way to sign in, it is a ConflictException. */
    public function unlink(string $id): void
    {
        $this->api->ownAuth('DELETE', $this->own('/identities/' . rawurlencode($id)));
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
}
