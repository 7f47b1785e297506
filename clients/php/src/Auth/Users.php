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
     * list returns a page of users.
     *
     * @param array<string, scalar> $filters such as `search`, `state`, `order`, `page` and `limit`
     * @return list<array<string, mixed>>
     */
    public function list(array $filters = []): array
    {
        return $this->call('GET', '', query: $filters);
    }

    /** @return array<string, mixed> */
    public function get(string $id): array
    {
        return $this->call('GET', '/' . rawurlencode($id));
    }

    /**
     * create makes a user without a sign-up, with an address or a number at least.
     *
     * @param array<string, mixed> $user
     * @return array<string, mixed>
     */
    public function create(#[\SensitiveParameter] array $user): array
    {
        return $this->call('POST', '', $user);
    }

    /**
     * invite makes a user without a password, and mails a link.
     *
     * @param array<string, mixed> $options
     * @return array<string, mixed>
     */
    public function invite(string $email, array $options = []): array
    {
        return $this->call('POST', '/invite', ['email' => $email] + $options);
    }

    /**
     * @param array<string, mixed> $changes
     * @return array<string, mixed>
     */
    public function update(string $id, #[\SensitiveParameter] array $changes): array
    {
        return $this->call('PATCH', '/' . rawurlencode($id), $changes);
    }

    public function delete(string $id): void
    {
        $this->call('DELETE', '/' . rawurlencode($id));
    }

    /**
     * @param array<string, mixed>|null $body
     * @param array<string, scalar> $query
     * @return array<mixed>
     */
    private function call(
        string $method,
        string $route,
        #[\SensitiveParameter] ?array $body = null,
        array $query = [],
    ): array {
        $body = $body === null ? null : (object) $body;
        $request = Request::json($method, $this->api->path("/auth/users$route"), $body, Request::pairs($query));
        return (array) $this->api->send($request)->data();
    }
}
