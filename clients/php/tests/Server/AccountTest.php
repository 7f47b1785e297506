<?php

declare(strict_types=1);

namespace Msingi\Tests\Server;

use Msingi\Exception\MsingiException;
use Msingi\Exception\NotFoundException;
use Msingi\Exception\UnauthorizedException;
use Msingi\Tests\Project;
use Msingi\Tests\UserTestCase;

/** What users do for themselves, and secret keys for users: profile, sessions, providers, second factors. */
final class AccountTest extends UserTestCase
{
    public function testAUserEndsTheirSessionOnAnotherDevice(): void
    {
        $other = Project::client(false);
        $other->auth->signIn($this->email, self::PASSWORD);
        $account = $this->client->auth->account;
        $sessions = $account->sessions();
        self::assertCount(2, $sessions);
        $isOther = static fn (array $session): bool => !$session['current'];
        $account->endSession(array_values(array_filter($sessions, $isOther))[0]['id']);
        self::assertCount(1, $account->sessions());
        self::assertNull($other->auth->refresh());
    }

    public function testUsersSeeChangeAndDeleteThemselves(): void
    {
        $account = $this->client->auth->account;
        $changed = $account->update(['full_name' => 'Amina J.', 'metadata' => ['n' => 0.1]]);
        self::assertSame(['Amina J.', ['n' => 0.1]], [$changed['full_name'], $changed['metadata']]);
        // As in the next request of a site.
        self::assertSame($changed, Project::client(false, $this->store)->auth->user());
        self::assertSame($changed, $account->get());
        self::assertSame([], $account->identities());
        $account->delete();
        self::assertNull($this->client->auth->session());
        $calls = [$account->get(...), $account->sessions(...), $this->client->auth->factors->list(...)];
        foreach ($calls as $call) {
            try {
                $call();
                self::fail('Nobody is signed in.');
            } catch (UnauthorizedException $error) {
                self::assertSame([401, 'Nobody is signed in.'], [$error->status, $error->getMessage()]);
            }
        }
    }

    public function testASecondFactorIsAskedForAndAnswered(): void
    {
        $factor = $this->client->auth->factors->enrol('phone', self::PASSWORD);
        $codes = $this->client->auth->factors->activate($factor['id'], self::totp($factor['secret']))['recovery_codes'];
        self::assertCount(1, $this->client->auth->factors->list());
        $this->client->auth->signOut();
        $answer = $this->client->auth->signIn($this->email, self::PASSWORD);
        self::assertNull($answer->user);
        self::assertNull($this->client->auth->session());
        $token = (string) $answer->challenge?->mfaToken();
        self::assertStringNotContainsString($token, print_r($answer, true));
        $this->client->auth->verifyFactor($token, $codes[0]);
        self::assertSame($this->email, $this->client->auth->user()['email'] ?? null);
        self::assertCount(10, $this->client->auth->factors->renewRecoveryCodes($codes[1]));
    }

    public function testASignInWithAProviderIsForWhoBeganIt(): void
    {
        $begun = $this->client->auth->startProviderSignIn('google', 'https://app.example/in?a=1#b');
        parse_str((string) parse_url($begun, PHP_URL_QUERY), $query);
        $expected = '#^https://app.example/in\?a=1&msingi_sign_in=[\w-]{12}\#b$#';
        self::assertMatchesRegularExpression($expected, $query['redirect_to']);
        self::assertSame(['S256', 43], [$query['code_challenge_method'], strlen($query['code_challenge'])]);
        parse_str((string) parse_url($query['redirect_to'], PHP_URL_QUERY), $back);
        $attempt = $back['msingi_sign_in'];
        $kept = json_decode((string) $this->store->get('msingi.verifiers.' . getenv('MSINGI_TEST_PROJECT')), true);
        self::assertSame($attempt, $kept[0][0]);
        $challenge = rtrim(strtr(base64_encode(hash('sha256', $kept[0][1], true)), '+/', '-_'), '=');
        self::assertSame($query['code_challenge'], $challenge);
        $refusals = [
            [$this->client, '/in?error=access_denied&error_description=Not+now', 'Not now', 400, 'access_denied'],
            [$this->client, '/in', 'The address has no code of a sign-in.', 400, null],
            [$this->client, '/in?code[]=1', 'The address has no code of a sign-in.', 400, null],
            [$this->client, '/in?code=1&msingi_sign_in=other', 'not begun here', 400, null],
            [Project::client(false), "/in?code=1&msingi_sign_in=$attempt", 'not begun here', 400, null],
            // The server knows no such code.
            [$this->client, "https://app.example/in?msingi_sign_in=$attempt&code=1", 'wrong', 401, 'unauthorized'],
        ];
        foreach ($refusals as [$client, $landed, $message, $status, $code]) {
            try {
                $client->auth->finishProviderSignIn($landed);
                self::fail("It was taken: $landed");
            } catch (MsingiException $error) {
                self::assertSame([$status, $code], [$error->status, $error->code], $error->getMessage());
                self::assertStringContainsString($message, $error->getMessage());
            }
        }
        for ($n = 0; $n < 6; $n++) {
            $this->client->auth->startProviderSignIn('google', 'https://app.example/in');
        }
        $kept = json_decode((string) $this->store->get('msingi.verifiers.' . getenv('MSINGI_TEST_PROJECT')), true);
        self::assertCount(5, array_unique(array_column($kept, 0)));
    }

    public function testASecretKeyManagesUsers(): void
    {
        $users = Project::client()->auth->users;
        $email = Project::unique('juma') . '@example.com';
        $user = $users->create(['email' => $email, 'full_name' => 'Juma', 'password' => self::PASSWORD]);
        self::assertSame('Juma Ali', $users->update($user['id'], ['full_name' => 'Juma Ali'])['full_name']);
        self::assertSame('Juma Ali', $users->get($user['id'])['full_name']);
        $users->send($user['id'], 'reset_password');
        $guest = Project::client(false);
        $guest->auth->signIn($email, self::PASSWORD);
        $users->endSessions($user['id']);
        self::assertNull($guest->auth->refresh());
        $other = Project::unique('asha') . '@example.com';
        self::assertSame($other, $users->invite(['email' => $other, 'full_name' => 'Asha'])['email']);
        $users->delete($user['id']);
        $this->expectException(NotFoundException::class);
        $users->get($user['id']);
    }

    /** A code of RFC 6238. */
    private static function totp(string $secret): string
    {
        $bits = '';
        foreach (str_split($secret) as $letter) {
            $bits .= sprintf('%05b', strpos('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', $letter));
        }
        $bytes = str_split(substr($bits, 0, intdiv(strlen($bits), 8) * 8), 8);
        $key = implode('', array_map(static fn (string $byte): string => chr((int) bindec($byte)), $bytes));
        $hash = hash_hmac('sha1', pack('J', intdiv(time(), 30)), $key, true);
        $number = unpack('N', $hash, ord($hash[19]) & 0x0F)[1] & 0x7FFFFFFF;
        return sprintf('%06d', $number % 1_000_000);
    }
}
