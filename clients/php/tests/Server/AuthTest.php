<?php

declare(strict_types=1);

namespace Msingi\Tests\Server;

use Msingi\Exception\ForbiddenException;
use Msingi\Exception\UnauthorizedException;
use Msingi\Session\FileStore;
use Msingi\Session\MemoryStore;
use Msingi\Session\Session;
use Msingi\Tests\Project;
use Msingi\Tests\UserTestCase;

/** Users sign up, in and out, and their sessions are renewed. */
final class AuthTest extends UserTestCase
{
    public function testWhoeverIsSignedInStandsBehindTheCallsUntilTheySignOut(): void
    {
        $user = $this->client->auth->user();
        self::assertSame($this->email, $user['email'] ?? null);
        $row = $this->client->from('books')->insert(['title' => Project::unique()]);
        self::assertSame($user['id'], $row['user_id']);
        // As in the next request of a site.
        self::assertSame($user, Project::client(false, $this->store)->auth->user());
        $this->client->auth->signOut();
        self::assertNull($this->client->auth->session());
        $this->expectException(ForbiddenException::class);
        $this->client->from('books')->insert(['title' => Project::unique()]);
    }

    public function testAListThatAUserBeganIsNotReadOnAsNobody(): void
    {
        $books = $this->client->from('books');
        $books->insertMany([['title' => Project::unique()], ['title' => Project::unique()]]);
        $this->expectException(UnauthorizedException::class);
        $this->expectExceptionMessage('since this began');
        foreach ($books->limit(1) as $row) {
            $this->client->auth->signOut();
        }
    }

    public function testAServerActsAsTheUserOfATokenThatItReceived(): void
    {
        $token = (string) $this->client->auth->session()?->accessToken();
        $client = Project::client(false)->asUser($token);
        $user = $this->client->auth->user();
        self::assertSame($user['id'], $client->from('books')->insert(['title' => Project::unique()])['user_id']);
        self::assertSame($user, $client->auth->account->get());
        self::assertNull($client->auth->refresh());
        self::assertSame($token, $client->auth->session()?->accessToken());
        self::assertStringNotContainsString($token, print_r($client, true));
        [$head, $body] = explode('.', $token);
        // One that is not signed, and one that is over: the server says so, and nothing is renewed.
        $over = rtrim(strtr(base64_encode((string) json_encode(['sub' => $user['id'], 'exp' => 1])), '+/', '-_'), '=');
        foreach (["$head.$body.x", "$head.$over.x"] as $wrong) {
            try {
                Project::client(false)->asUser($wrong)->from('books')->count();
                self::fail('It was taken.');
            } catch (UnauthorizedException $error) {
                self::assertTrue($error->challenged);
            }
        }
        // Whoever acts for a user never has the rights of the key alone.
        $acting = Project::client(true)->asUser($token);
        $acting->auth->signOut();
        try {
            $acting->from('books')->count();
            self::fail('The key was used alone.');
        } catch (UnauthorizedException $error) {
            self::assertFalse($error->challenged);
        }
        $this->expectException(\InvalidArgumentException::class);
        $client->asUser("Bearer $token");
    }

    public function testListenersAreToldWhoIsSignedIn(): void
    {
        $seen = [];
        $stop = $this->client->auth->onChange(static function (?Session $session) use (&$seen): void {
            $seen[] = $session?->user['email'];
        });
        $this->client->auth->signOut();
        $this->client->auth->signIn($this->email, self::PASSWORD);
        $stop();
        $this->client->auth->signOut();
        self::assertSame([null, $this->email], $seen);
    }

    public function testAWrongPasswordIsNoReasonToRenewTheSession(): void
    {
        $before = $this->client->auth->session()?->refreshToken();
        try {
            $this->client->auth->signIn($this->email, 'wrong horse 1');
            self::fail('It was taken.');
        } catch (UnauthorizedException $error) {
            self::assertFalse($error->challenged);
        }
        self::assertSame($before, $this->client->auth->session()?->refreshToken());
    }

    public function testATokenThatEndsIsRenewedBeforeIt(): void
    {
        $before = $this->age();
        $client = Project::client(false, $this->store);
        self::assertIsInt($client->from('books')->count());
        self::assertNotSame($before, $client->auth->session()?->refreshToken());
        // The other client finds it renewed.
        self::assertIsInt($this->client->from('books')->count());
        $this->client->auth->refresh();
        self::assertSame($this->client->auth->session()?->accessToken(), $client->auth->session()?->accessToken());
    }

    public function testAChallengedTokenIsRenewedOnce(): void
    {
        // Of a clock that is wrong, or a key that was rotated.
        $this->rewrite(static fn (array $tokens): array => ['access_token' => 'eyJ.broken.token'] + $tokens);
        $client = Project::client(false, $this->store);
        self::assertIsInt($client->from('books')->count());
        self::assertNotSame('eyJ.broken.token', $client->auth->session()?->accessToken());
    }

    public function testASessionThatWasEndedElsewhereEndsHereAndIsSaid(): void
    {
        foreach ([static fn (): null => null, $this->age(...)] as $ageOrNot) {
            $this->client->auth->signIn($this->email, self::PASSWORD);
            $ageOrNot();
            $client = Project::client(false, $this->store);
            $admin = Project::client()->auth->users;
            Project::manage('DELETE', "/auth/users/{$this->client->auth->user()['id']}/sessions");
            try {
                $client->from('books')->count();
                self::fail('The session lives.');
            } catch (UnauthorizedException) {
                self::assertNull($client->auth->session());
            }
            self::assertCount(1, iterator_to_array($admin->list(['search' => $this->email])));
        }
    }

    public function testARefusedRenewalDoesNotEndWhatAnotherHasRenewed(): void
    {
        $this->age();
        $late = new class ($this->store) implements \Msingi\Session\SessionStore {
            public ?\Closure $meanwhile = null;

            public function __construct(private readonly MemoryStore $store)
            {
            }

            public function get(string $name): ?string
            {
                $text = $this->store->get($name);
                [$meanwhile, $this->meanwhile] = [$this->meanwhile, null];
                $meanwhile === null || $meanwhile();
                return $text;
            }

            public function set(string $name, #[\SensitiveParameter] string $value): void
            {
                $this->store->set($name, $value);
            }

            public function remove(string $name): void
            {
                $this->store->remove($name);
            }
        };
        $client = Project::client(false, $late);
        $client->auth->session();
        // Between its look at the store and its request another one renews, and the session ends on the server.
        $user = $this->client->auth->user()['id'];
        $late->meanwhile = function () use ($user): void {
            Project::manage('DELETE', "/auth/users/$user/sessions");
            $this->client->auth->signIn($this->email, self::PASSWORD);
        };
        self::assertIsInt($client->from('books')->count());
        self::assertSame($this->client->auth->session()?->accessToken(), $client->auth->session()?->accessToken());
    }

    public function testCodesAndAnonymousUsersSignInToo(): void
    {
        $phone = '+2557' . random_int(10_000_000, 99_999_999);
        $code = $this->client->auth->requestOtp($phone)['otp_code'];
        $guest = Project::client(false);
        self::assertSame($phone, $guest->auth->verifyOtp($phone, $code, 'Neema')->user['phone'] ?? null);
        $id = $guest->auth->signInAnonymously()->user['id'] ?? null;
        $email = Project::unique('juma') . '@example.com';
        self::assertSame($id, $guest->auth->upgrade($email, self::PASSWORD, 'Juma')['id']);
        self::assertFalse($guest->auth->user()['is_anonymous'] ?? null);
        foreach (['requestMagicLink', 'requestPasswordReset', 'requestEmailVerification'] as $request) {
            $guest->auth->$request($email);
        }
        $mistakes = [
            static fn (): mixed => $guest->auth->verifyMagicLink(email: $email, code: '000000'),
            static fn (): mixed => $guest->auth->verifyEmail(email: $email, code: '000000'),
            static fn (): mixed => $guest->auth->confirmPasswordReset($email, '000000', 'another horse 1'),
        ];
        foreach ($mistakes as $mistake) {
            try {
                $mistake();
                self::fail('A wrong code was taken.');
            } catch (\Msingi\Exception\MsingiException $error) {
                self::assertContains($error->status, [400, 401, 403, 404]);
            }
        }
    }

    public function testAFileStoreIsSharedAndOfItsOwnerAlone(): void
    {
        $folder = sys_get_temp_dir() . '/' . Project::unique('msingi');
        try {
            Project::client(false, new FileStore($folder))->auth->signIn($this->email, self::PASSWORD);
            $user = Project::client(false, new FileStore($folder))->auth->user();
            self::assertSame($this->email, $user['email'] ?? null);
            foreach (glob("$folder/*") ?: [] as $file) {
                self::assertSame(0600, fileperms($file) & 0777);
            }
        } finally {
            array_map(unlink(...), glob("$folder/*") ?: []);
            rmdir($folder);
        }
    }

    /** Makes the access token one that has just ended, and returns the refresh token. */
    private function age(): string
    {
        $ended = ['access_token_expires_at' => '2000-01-01T00:00:00Z'];
        return $this->rewrite(static fn (array $tokens): array => $ended + $tokens);
    }

    private function rewrite(\Closure $change): string
    {
        $name = 'msingi.session.' . getenv('MSINGI_TEST_PROJECT');
        $session = json_decode((string) $this->store->get($name), true);
        $session['tokens'] = $change($session['tokens']);
        $this->store->set($name, (string) json_encode($session));
        return $session['tokens']['refresh_token'];
    }
}
