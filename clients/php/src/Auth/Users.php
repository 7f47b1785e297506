<?php

declare(strict_types=1);

namespace Msingi\Auth;

use Msingi\Http\Api;
use Msingi\Http\Request;

/** Users are the end users of the project, as a secret key manages them. Fields are those of docs/auth.md. */
final readonly class Users
{
    /** @internal */
    public function __construct(private Api $api)
    {
    }

    /**
     * list yields all users that match, the latest first unless `order` says otherwise, and asks for them page by page.
     *
     * @param array<string, scalar> $filters `search`, `state`, `confirmed`, `provider`, `role_id`, `created_after`,
     * `created_before`, and `order`, such as `full_name.asc`
     * @return \Generator<int, array<string, mixed>>
     */
    public function list(array $filters = []): \Generator
    {
        return $this->api->walk($this->api->path('/auth/users'), $filters);
    }

    /** @return array<string, mixed> */
    public function get(string $id): array
    {
        return $this->api->auth('GET', '/users/' . rawurlencode($id));
    }

    /**
     * create makes a user without a sign-up, with an address or a number at least.
     *
     * @param array<string, mixed> $user
     * @return array<string, mixed>
     */
    public function create(#[\SensitiveParameter] array $user): array
    {
        return $this->api->auth('POST', '/users', $user);
    }

    /**
     * invite makes a user without a password, mails a link that signs in, and returns the user.
     *
     * @param array<string, mixed> $user `email`, `full_name`, `metadata`, `role_ids`, and `redirect_to` for the link
     * @return array<string, mixed>
     */
    public function invite(array $user): array
    {
        return $this->api->auth('POST', '/users/invite', $user)['user'];
    }

    /**
     * @param array<string, mixed> $changes
     * @return array<string, mixed>
     */
    public function update(string $id, #[\SensitiveParameter] array $changes): array
    {
        return $this->api->auth('PATCH', '/users/' . rawurlencode($id), $changes);
    }

    public function delete(string $id): void
    {
        $this->api->auth('DELETE', '/users/' . rawurlencode($id));
    }

    /** send mails a user: `kind` is `reset_password`, `verify_email`, `magic_link` or `invitation`. */
    public function send(string $id, string $kind, ?string $redirectTo = null): void
    {
        $body = Request::given(['kind' => $kind, 'redirect_to' => $redirectTo]);
        $this->api->auth('POST', '/users/' . rawurlencode($id) . '/send', $body);
    }

    /** endSessions signs a user out everywhere. */
    public function endSessions(string $id): void
    {
        $this->api->auth('DELETE', '/users/' . rawurlencode($id) . '/sessions');
    }

    /**
     * sessions returns where a user is signed in, the latest first.
     *
     * @return list<array<string, mixed>>
     */
    public function sessions(string $id): array
    {
        return $this->api->auth('GET', '/users/' . rawurlencode($id) . '/sessions');
    }

    /** endSession ends one of them. */
    public function endSession(string $id, string $sessionId): void
    {
        $this->api->auth('DELETE', '/users/' . rawurlencode($id) . '/sessions/' . rawurlencode($sessionId));
    }

    /**
     * factors returns the second factors of a user.
     *
     * @return list<array<string, mixed>>
     */
    public function factors(string $id): array
    {
        return $this->api->auth('GET', '/users/' . rawurlencode($id) . '/factors');
    }

    /** removeFactor takes a second factor from a user who has lost it. */
    public function removeFactor(string $id, string $factorId): void
    {
        $this->api->auth('DELETE', '/users/' . rawurlencode($id) . '/factors/' . rawurlencode($factorId));
    }

    /**
     * identities returns with which providers a user signs in.
     *
     * @return list<array<string, mixed>>
     */
    public function identities(string $id): array
    {
        return $this->api->auth('GET', '/users/' . rawurlencode($id) . '/identities');
    }

    /** unlink takes an identity off, also the last way to sign in. */
    public function unlink(string $id, string $identityId): void
    {
        $this->api->auth('DELETE', '/users/' . rawurlencode($id) . '/identities/' . rawurlencode($identityId));
    }

    /**
     * roles returns the roles of a user.
     *
     * @return list<array<string, mixed>>
     */
    public function roles(string $id): array
    {
        return $this->api->send(new Request('GET', $this->rolesOf($id)))->list();
    }

    /**
     * addRole gives a user a role, and returns all that the user has now.
     *
     * @return list<array<string, mixed>>
     */
    public function addRole(string $id, string $roleId): array
    {
        return $this->api->send(Request::json('POST', $this->rolesOf($id), ['role_id' => $roleId]))->list();
    }

    /**
     * setRoles gives a user these roles in place of all others.
     *
     * @param list<string> $roleIds
     * @return list<array<string, mixed>>
     */
    public function setRoles(string $id, array $roleIds): array
    {
        return $this->api->send(Request::json('PUT', $this->rolesOf($id), ['role_ids' => $roleIds]))->list();
    }

    public function removeRole(string $id, string $roleId): void
    {
        $this->api->send(new Request('DELETE', $this->rolesOf($id) . '/' . rawurlencode($roleId)));
    }

    private function rolesOf(string $id): string
    {
        return $this->api->path('/users/' . rawurlencode($id) . '/roles');
    }
}
