<?php

declare(strict_types=1);

namespace Msingi\Auth;

use Msingi\Exception\UnauthorizedException;
use Msingi\Http\Api;
use Msingi\Http\Json;
use Msingi\Http\Request;
use Msingi\Http\Response;
use Msingi\Session\Session;

/** Auth signs users up, in and out. All other calls of the client are then made as the user who is signed in. */
final readonly class Auth
{
    /** account is what the signed-in user sees and changes of themselves. */
    public Account $account;

    /** factors are the second factors of the signed-in user. */
    public Factors $factors;

    /** users are all users of the project, for secret keys. */
    public Users $users;

    private ProviderSignIn $providers;

    /** @internal */
    public function __construct(private Api $api)
    {
        $this->account = new Account($api);
        $this->factors = new Factors($api);
        $this->users = new Users($api);
        $this->providers = new ProviderSignIn($api);
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
     * signUp creates a user and signs them in. Where the project requires a verified address, `verifyEmail` comes
     * first.
     *
     * @param array<string, mixed>|null $metadata
     */
    public function signUp(
        string $email,
        #[\SensitiveParameter] string $password,
        ?string $fullName = null,
        ?string $phone = null,
        ?array $metadata = null,
    ): SignedUp {
        $body = self::newUser($email, $password, $fullName, $phone, $metadata);
        $answer = $this->api->authenticate('/signup', $body, sendsDevice: false);
        if (isset($answer['tokens'])) {
            $this->api->session->set(new Session($answer['user'], $answer['tokens']));
        }
        return new SignedUp($answer['user'], $answer['email_verification_required'] ?? false);
    }

    /** signIn takes the `code` from the mail after an exception whose `details['reason']` is `proof_required`. */
    public function signIn(
        string $email,
        #[\SensitiveParameter] string $password,
        #[\SensitiveParameter] ?string $code = null,
    ): SignedIn {
        return $this->enter('/signin', compact('email', 'password') + Request::given(compact('code')));
    }

    /** signInAnonymously creates a user without credentials; `upgrade` adds them later, with the same id and rows. */
    public function signInAnonymously(): SignedIn
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
        $this->api->session->keepUser($user);
        // The claims of the old token still say that its user is anonymous.
        $this->api->session->refresh();
        return $user;
    }

    /** requestEmailVerification sends a mail with a link and a code for `verifyEmail`. */
    public function requestEmailVerification(string $email, ?string $redirectTo = null): void
    {
        $body = ['email' => $email] + Request::given(['redirect_to' => $redirectTo]);
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
        return $this->api->authenticate('/verify-email', Request::given(compact('token', 'email', 'code')))['user'];
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
    ): SignedIn {
        $body = compact('phone', 'code') + Request::given(['full_name' => $fullName, 'metadata' => $metadata]);
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
        $this->api->authenticate('/magic-link/request', ['email' => $email] + Request::given($options));
    }

    /** verifyMagicLink signs in by the token of the link, or by address and code. */
    public function verifyMagicLink(
        #[\SensitiveParameter] ?string $token = null,
        ?string $email = null,
        #[\SensitiveParameter] ?string $code = null,
    ): SignedIn {
        return $this->enter('/magic-link/verify', Request::given(compact('token', 'email', 'code')));
    }

    /** verifyFactor completes a challenge with a code of the authenticator app, or a recovery code. */
    public function verifyFactor(#[\SensitiveParameter] string $mfaToken, #[\SensitiveParameter] string $code): SignedIn
    {
        return $this->enter('/factors/verify', ['mfa_token' => $mfaToken, 'code' => $code]);
    }

    /**
     * startProviderSignIn returns where a browser signs in with an identity provider: redirect it there. It comes back
     * to `redirectTo`, one of the project's `redirect_urls`; pass the address there to `finishProviderSignIn`. Until
     * then the store keeps what proves that it is the same visitor.
     */
    public function startProviderSignIn(string $provider, string $redirectTo): string
    {
        return $this->providers->begin($provider, $redirectTo);
    }

    /**
     * finishProviderSignIn signs in with the address that the browser came back to, such as `$_SERVER['REQUEST_URI']`.
     * Its code works once. A sign-in that has failed, or was begun elsewhere, is an InvalidInputException.
     */
    public function finishProviderSignIn(#[\SensitiveParameter] string $landed): SignedIn
    {
        [$attempt, $proof] = $this->providers->proofOf($landed);
        $signedIn = $this->entered($this->api->authenticate('/token', $proof, sendsDevice: false));
        $this->providers->forget($attempt);
        return $signedIn;
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
    private function enter(string $route, #[\SensitiveParameter] array $body, bool $asUser = false): SignedIn
    {
        return $this->entered($this->api->authenticate($route, $body, $asUser));
    }

    /** @param array<string, mixed> $answer */
    private function entered(#[\SensitiveParameter] array $answer): SignedIn
    {
        if (isset($answer['mfa_required'])) {
            return new SignedIn(null, new Challenge($answer['mfa_token'], $answer['expires_at']));
        }
        $session = Session::fromText(Json::encode($answer)) ?? throw Response::strange();
        $this->api->session->set($session);
        return new SignedIn($session->user);
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
        return compact('email', 'password') + Request::given($more);
    }
}
