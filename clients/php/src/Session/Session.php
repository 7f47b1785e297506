<?php

declare(strict_types=1);

namespace Msingi\Session;

use Msingi\Http\Json;
use Msingi\Secret;

/** Session is a signed-in user. Dumps do not show its tokens. */
final readonly class Session
{
    /** expiresAt is when the access token expires, in seconds since 1970. */
    public float $expiresAt;
    private Secret $tokens;
    private Secret $accessToken;
    private Secret $refreshToken;

    /**
     * @param array<string, mixed> $user the user as the API returns it
     * @param array<string, mixed> $tokens the tokens as the API returns them
     */
    public function __construct(public array $user, #[\SensitiveParameter] array $tokens)
    {
        $this->expiresAt = (float) (new \DateTimeImmutable($tokens['access_token_expires_at']))->format('U.u');
        $this->tokens = new Secret(Json::encode($tokens));
        $this->accessToken = new Secret($tokens['access_token']);
        $this->refreshToken = new Secret($tokens['refresh_token']);
    }

    /** ofAccessToken returns the session of an access token that others renew: of its user it has the id alone. */
    public static function ofAccessToken(#[\SensitiveParameter] string $token): self
    {
        $isToken = preg_match('/^[\w-]+\.([\w-]+)\.[\w-]+$/D', $token, $part) === 1;
        $about = $isToken ? Json::tryDecode((string) base64_decode(strtr($part[1], '-_', '+/'), true)) : null;
        if (!is_string($about['sub'] ?? null) || !is_int($about['exp'] ?? null)) {
            $message = 'This is no access token of a user, which is a JWT, without the word Bearer.';
            throw new \InvalidArgumentException($message);
        }
        $expires = gmdate(DATE_ATOM, $about['exp']);
        $tokens = ['access_token' => $token, 'access_token_expires_at' => $expires, 'refresh_token' => ''];
        return new self(['id' => $about['sub']], $tokens);
    }

    public function userId(): string
    {
        return $this->user['id'];
    }

    public function accessToken(): string
    {
        return $this->accessToken->reveal();
    }

    /** refreshToken is empty if others renew the session. */
    public function refreshToken(): string
    {
        return $this->refreshToken->reveal();
    }

    /**
     * withUser returns the session of the same tokens with new facts about its user.
     *
     * @param array<string, mixed> $user
     */
    public function withUser(array $user): self
    {
        return new self($user, Json::decode($this->tokens->reveal()));
    }

    /** toText returns what a store keeps, tokens included. */
    public function toText(): string
    {
        return '{"user":' . Json::encode($this->user) . ',"tokens":' . $this->tokens->reveal() . '}';
    }

    /** fromText returns null for a text that is not of a session: anybody can have written to the store. */
    public static function fromText(#[\SensitiveParameter] string $text): ?self
    {
        $value = Json::tryDecode($text);
        $tokens = $value['tokens'] ?? null;
        foreach (['access_token', 'access_token_expires_at', 'refresh_token'] as $name) {
            if (!is_string($tokens[$name] ?? null)) {
                return null;
            }
        }
        try {
            return is_string($value['user']['id'] ?? null) ? new self($value['user'], $tokens) : null;
        } catch (\Exception) {
            return null;
        }
    }
}
