<?php

declare(strict_types=1);

namespace Msingi\Tests;

use Msingi\Client;
use Msingi\Session\MemoryStore;
use PHPUnit\Framework\TestCase;

/** UserTestCase has a client in which a new user is signed in. */
abstract class UserTestCase extends TestCase
{
    protected const PASSWORD = 'correct horse 1';

    protected MemoryStore $store;
    protected Client $client;
    protected string $email;

    protected function setUp(): void
    {
        $this->store = new MemoryStore();
        $this->client = Project::client(false, $this->store);
        $this->email = Project::unique('amina') . '@example.com';
        $signedUp = $this->client->auth->signUp($this->email, self::PASSWORD, 'Amina Juma', metadata: ['a' => 1]);
        self::assertSame([$this->email, false], [$signedUp->user['email'], $signedUp->emailVerificationRequired]);
    }
}
