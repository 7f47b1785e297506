<?php

declare(strict_types=1);

namespace Msingi\Auth;

use Msingi\Exception\InvalidInputException;
use Msingi\Http\Api;
use Msingi\Http\Json;
use Msingi\Http\Request;

/**
 * ProviderSignIn makes the address at which a user signs in with an identity provider, and keeps the verifier of PKCE
 * in the store until the browser is back.
 *
 * @internal
 */
final readonly class ProviderSignIn
{
    // Several tabs may have begun; what was given up is forgotten.
    private const MOST_ATTEMPTS = 5;
    private const ATTEMPT = 'msingi_sign_in';

    private string $name;

    public function __construct(private Api $api)
    {
        $this->name = "msingi.verifiers.{$api->project}";
    }

    public function begin(string $provider, string $redirectTo): string
    {
        [$id, $verifier] = [self::base64Url(random_bytes(9)), self::base64Url(random_bytes(32))];
        $this->keep(array_slice([...$this->attempts(), [$id, $verifier]], -self::MOST_ATTEMPTS));
        [$address, $fragment] = explode('#', $redirectTo, 2) + [1 => null];
        $back = $address . (str_contains($address, '?') ? '&' : '?') . self::ATTEMPT . "=$id";
        $query = [
            ['redirect_to', $back . ($fragment === null ? '' : "#$fragment")],
            ['code_challenge', self::base64Url(hash('sha256', $verifier, true))],
            ['code_challenge_method', 'S256'],
        ];
        $path = $this->api->path('/auth/providers/' . rawurlencode($provider) . '/authorize');
        return (new Request('GET', $path, $query))->url($this->api->base);
    }

    /**
     * proofOf returns the id of the attempt, and what the server takes as its proof.
     *
     * @return array{string, array{code: string, code_verifier: string}}
     */
    public function proofOf(#[\SensitiveParameter] string $landed): array
    {
        parse_str((string) parse_url($landed, PHP_URL_QUERY), $query);
        $query = array_filter($query, is_string(...));
        if (!isset($query['code'])) {
            $error = $query['error'] ?? null;
            $message = $query['error_description'] ?? $error ?? 'The address has no code of a sign-in.';
            throw new InvalidInputException($message, 400, $error);
        }
        foreach ($this->attempts() as [$id, $verifier]) {
            if ($id === ($query[self::ATTEMPT] ?? null)) {
                return [$id, ['code' => $query['code'], 'code_verifier' => $verifier]];
            }
        }
        $message = 'This sign-in was not begun here. Begin again with startProviderSignIn.';
        throw new InvalidInputException($message, 400);
    }

    public function forget(string $id): void
    {
        $isOther = static fn (array $attempt): bool => $attempt[0] !== $id;
        $this->keep(array_values(array_filter($this->attempts(), $isOther)));
    }

    /** @return list<array{string, string}> ids and verifiers; other code can have written anything under this name */
    private function attempts(): array
    {
        $kept = Json::tryDecode($this->api->store->get($this->name) ?? '');
        $isAttempt = static fn (mixed $attempt): bool
            => is_string($attempt[0] ?? null) && is_string($attempt[1] ?? null);
        return is_array($kept) ? array_values(array_filter($kept, $isAttempt)) : [];
    }

    /** @param list<array{string, string}> $attempts */
    private function keep(#[\SensitiveParameter] array $attempts): void
    {
        if ($attempts === []) {
            $this->api->store->remove($this->name);
        } else {
            $this->api->store->set($this->name, Json::encode($attempts));
        }
    }

    private static function base64Url(#[\SensitiveParameter] string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }
}
