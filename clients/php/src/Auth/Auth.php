<?php

declare(strict_types=1);

namespace Msingi\Auth;

use Msingi\Exception\UnauthorizedException;
use Msingi\Http\Api;
use Msingi\Http\Request;
use Msingi\Session\Session;

/** Auth signs users up, in and out. All other calls of the client are then made as the user who is signed in. */
final readonly class Auth
{
    /** factors are the second factors of the signed-in user. */
    public Factors $factors;

    /** users are all users of the project, for secret keys. */
    public Users $users;

    /** @internal */
    public function __construct(private Api $api)
    {
        $this->factors = new Factors($api);
        $this->users = new Users($api);
    }

    /** session returns the session, which can be from an earlier request, or null if nobody is signed in. */
    public function session(): ?Session
    {
        return $this->api->session->get();
    }

    /**
     * user returns who is signed in, or null.
     *
     * @return array<string, mixed>|null
     */
    public function user(): ?array
    {
        return $this->session()?->user;
    }

    /**
     * onChange calls the listener when somebody else, or nobody, is signed in. Returns a function that stops it.
     *
     * @param \Closure(?Session): void $listener
     * @return \Closure(): void
     */
    public function onChange(\Closure $listener): \Closure
    {
        return $this->api->session->listen($listener);
    }

    /**
     * signUp creates a user and signs them in. Where the project requires a verified address the result has no session:
     * `verifyEmail` comes first.
     *
     * @param array<string, mixed>|null $metadata
     * @return array<string, mixed> the user
     */
    public function signUp(
        string $email,
        #[\SensitiveParameter] string $password,
        ?string $fullName = null,
        ?string $phone = null,
        ?array $metadata = null,
    ): array {
        $body = self::newUser($email, $password, $fullName, $phone, $metadata);
        $answer = $this->api->authenticate('/signup', $body, sendsDevice: false);
        if (isset($answer['tokens'])) {
            $this->api->session->set(new Session($answer['user'], $answer['tokens']));
        }
        return $answer['user'];
    }

    /** signIn takes the `code` from the mail after an exception whose `details['reason']` is `proof_required`. */
    public function signIn(
        string $email,
        #[\SensitiveParameter] string $password,
        #[\SensitiveParameter] ?string $code = null,
    ): SignIn {
        return $this->enter('/signin', compact('email', 'password') + self::given(compact('code')));
    }

    /** signInAnonymously creates a user without credentials; `upgrade` adds them later, with the same id and rows. */
    public function signInAnonymously(): SignIn
    {
        return $this->entered($this->api->authenticate('/anonymous', [], sendsDevice: false));
    }

    /**
     * upgrade gives the anonymous user who is signed in an address and a password.
     *
     * @param array<string, mixed>|null $metadata
     * @return array<string, mixed> the user
     */
    public function upgrade(
        string $email,
        #[\SensitiveParameter] string $password,
        ?string $fullName = null,
        ?string $phone = null,
        ?array $metadata = null,
    ): array {
        $body = self::newUser($email, $password, $fullName, $phone, $metadata);
        $user = $this->api->authenticate('/upgrade', $body, asUser: true, sendsDevice: false)['user'];
        $this->api->session->set($this->session()?->withUser($user));
        // The claims of the old token still say that its user is anonymous.
        $this->api->session->refresh();
        return $user;
    }

    /** requestEmailVerification sends a mail with a link and a code for `verifyEmail`. */
    public function requestEmailVerification(string $email, ?string $redirectTo = null): void
    {
        $body = ['email' => $email] + self::given(['redirect_to' => $redirectTo]);
        $this->api->authenticate('/verify-email/request', $body);
    }

    /**
     * verifyEmail verifies the address by the token of the link, or by address and code. It does not sign in.
     *
     * @return array<string, mixed> the user
     */
    public function verifyEmail(
        #[\SensitiveParameter] ?string $token = null,
        ?string $email = null,
        #[\SensitiveParameter] ?string $code = null,
    ): array {
        return $this->api->authenticate('/verify-email', self::given(compact('token', 'email', 'code')))['user'];
    }

    /**
     * requestOtp sends a code to a phone.
     *
     * @return array<string, mixed> `phone`, `expires_at`, and in development the code as `otp_code`
     */
    public function requestOtp(string $phone): array
    {
        return $this->api->authenticate('/otp/request', ['phone' => $phone]);
    }

    /**
     * verifyOtp signs in with a code; a user who is signed in verifies the number with it. A new user needs `fullName`.
     *
     * @param array<string, mixed>|null $metadata
     */
    public function verifyOtp(
        string $phone,
        #[\SensitiveParameter] string $code,
        ?string $fullName = null,
        ?array $metadata = null,
    ): SignIn {
        $body = compact('phone', 'code') + self::given(['full_name' => $fullName, 'metadata' => $metadata]);
        return $this->enter('/otp/verify', $body, asUser: true);
    }

    /** requestMagicLink sends a link that leads back to the app with a token for `verifyMagicLink`. */
    public function requestMagicLink(
        string $email,
        ?string $redirectTo = null,
        ?bool $createUser = null,
        ?string $fullName = null,
    ): void {
        $options = ['redirect_to' => $redirectTo, 'create_user' => $createUser, 'full_name' => $fullName];
        $this->api->authenticate('/magic-link/request', ['email' => $email] + self::given($options));
    }

    /** verifyMagicLink signs in by the token of the link, or by address and code. */
    public function verifyMagicLink(
        #[\SensitiveParameter] ?string $token = null,
        ?string $email = null,
        #[\SensitiveParameter] ?string $code = null,
    ): SignIn {
        return $this->enter('/magic-link/verify', self::given(compact('token', 'email', 'code')));
    }

    /** verifyFactor completes a challenge with a code of the authenticator app, or a recovery code. */
    public function verifyFactor(#[\SensitiveParameter] string $mfaToken, #[\SensitiveParameter] string $code): SignIn
    {
        return $this->enter('/factors/verify', ['mfa_token' => $mfaToken, 'code' => $code]);
    }

    /**
     * providerUrl returns where a browser signs in with an identity provider, and the verifier to keep until it comes
     * back to `redirectTo` with a code for `exchangeCode`.
     *
     * @return array{url: string, verifier: string}
     */
    public function providerUrl(string $provider, string $redirectTo): array
    {
        $verifier = rtrim(strtr(base64_encode(random_bytes(48)), '+/', '-_'), '=');
        $challenge = rtrim(strtr(base64_encode(hash('sha256', $verifier, true)), '+/', '-_'), '=');
        $path = $this->api->path('/auth/providers/' . rawurlencode($provider) . '/authorize');
        $query = [['redirect_to', $redirectTo], ['code_challenge', $challenge]];
        return ['url' => (new Request('GET', $path, $query))->url($this->api->base), 'verifier' => $verifier];
    }

    /** exchangeCode signs in with the code that a provider's sign-in came back with. */
    public function exchangeCode(#[\SensitiveParameter] string $code, #[\SensitiveParameter] string $verifier): SignIn
    {
        return $this->enter('/token', ['code' => $code, 'code_verifier' => $verifier], sendsDevice: false);
    }

    /** requestPasswordReset sends a six-digit code by mail. */
    public function requestPasswordReset(string $email): void
    {
        $this->api->authenticate('/reset-password', ['email' => $email]);
    }

    public function confirmPasswordReset(
        string $email,
        #[\SensitiveParameter] string $code,
        #[\SensitiveParameter] string $newPassword,
    ): void {
        $body = compact('email', 'code') + ['new_password' => $newPassword];
        $this->api->authenticate('/reset-password/confirm', $body);
    }

    /** refresh renews the session now, with what has changed in its claims; null if it has ended. */
    public function refresh(): ?Session
    {
        return $this->api->session->refresh();
    }

    /**
     * sessions returns the user's own sessions, on all devices.
     *
     * @return list<array<string, mixed>>
     */
    public function sessions(): array
    {
        return $this->api->send(new Request('GET', $this->api->path('/auth/sessions')))->data();
    }

    public function endSession(string $id): void
    {
        $this->api->send(new Request('DELETE', $this->api->path('/auth/sessions/' . rawurlencode($id))));
    }

    /** signOut ends the session on the server, if it can be reached, and always here. */
    public function signOut(): void
    {
        try {
            if ($this->session() !== null) {
                $this->api->send(new Request('POST', $this->api->path('/auth/logout')));
            }
        } catch (UnauthorizedException) {
            // It has ended already.
        } finally {
            $this->api->session->set(null);
        }
    }

    /** @param array<string, mixed> $body */
    private function enter(
        string $route,
        #[\SensitiveParameter] array $body,
        bool $asUser = false,
        bool $sendsDevice = true,
    ): SignIn {
        return $this->entered($this->api->authenticate($route, $body, $asUser, $sendsDevice));
    }

    /** @param array<string, mixed> $answer */
    private function entered(#[\SensitiveParameter] array $answer): SignIn
    {
        if (isset($answer['mfa_required'])) {
            return new SignIn(null, $answer['mfa_token'], $answer['expires_at']);
        }
        $this->api->session->set(new Session($answer['user'], $answer['tokens']));
        return new SignIn($answer['user']);
    }

    /**
     * @param array<string, mixed>|null $metadata
     * @return array<string, mixed>
     */
    private static function newUser(
        string $email,
        #[\SensitiveParameter] string $password,
        ?string $fullName,
        ?string $phone,
        ?array $metadata,
    ): array {
        $metadata = $metadata === null ? null : (object) $metadata;
        $more = ['full_name' => $fullName, 'phone' => $phone, 'metadata' => $metadata];
        return compact('email', 'password') + self::given($more);
    }

    /**
     * @param array<string, mixed> $options
     * @return array<string, mixed>
     */
    private static function given(#[\SensitiveParameter] array $options): array
    {
        return array_filter($options, static fn (mixed $option): bool => $option !== null);
    }
}
