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
}
