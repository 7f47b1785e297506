<?php

declare(strict_types=1);

namespace Msingi\Tests\Alone;

use Msingi\Client;
use Msingi\Tests\Peer;
use PHPUnit\Framework\TestCase;

/** Keys, tokens and passwords stay out of what is written down. */
final class SecretsTest extends TestCase
{
    private const SECRETS = ['msk_very_secret', 'access-token', 'refresh-token', 'a password 1'];

    public function testNothingShowsThem(): void
    {
        $command = [PHP_BINARY, dirname(__DIR__) . '/show-secrets.php', ...self::SECRETS];
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        $text = (string) stream_get_contents($pipes[1]);
        self::assertSame('', stream_get_contents($pipes[2]));
        self::assertSame(0, proc_close($process));
        self::assertStringContainsString('cannot be serialized', $text);
        foreach (self::SECRETS as $secret) {
            $at = strpos($text, $secret);
            self::assertFalse($at, 'It is shown: ' . substr($text, max(0, (int) $at - 500), 600));
        }
    }

    public function testASecretKeyIsNotForAPage(): void
    {
        $secret = new Client('https://api.example.com', Peer::PROJECT, 'msk_very_secret');
        self::assertFalse($secret->isBrowserSafe());
        $public = new Client('https://api.example.com/', Peer::PROJECT, 'mpk_public');
        self::assertTrue($public->isBrowserSafe());
        $options = ['url' => 'https://api.example.com', 'project' => Peer::PROJECT, 'key' => 'mpk_public'];
        self::assertSame($options, $public->browserOptions());
        $this->expectException(\LogicException::class);
        $secret->browserOptions();
    }

    /** @dataProvider addresses */
    public function testAddressesProjectsAndKeysThatAreNoneAreRefused(
        string $url,
        string $key,
        string $project = Peer::PROJECT,
    ): void {
        $this->expectException(\InvalidArgumentException::class);
        new Client($url, $project, $key);
    }

    /** @return list<array{0: string, 1: string, 2?: string}> */
    public function addresses(): array
    {
        return [
            ['ftp://example.com', 'k'],
            ['//example.com', 'k'],
            ['https://user:password@example.com', 'k'],
            ['https://example.com?x=1', 'k'],
            ["https://example.com/\r\nx", 'k'],
            ['https://example.com', ''],
            ['https://example.com', "k\r\nx-a: 1"],
            ['https://example.com/api/v1', 'k'],
            ['https://example.com/fn/report', 'k'],
            ['https://example.com', 'k', 'my-shop'],
            ['https://example.com', 'k', "../x"],
        ];
    }
}
