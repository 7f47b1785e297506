<?php

declare(strict_types=1);

namespace Msingi\Tests\Alone;

use Msingi\Client;
use Msingi\Exception\ConnectionException;
use Msingi\Live\Status;
use Msingi\Net\Clock;
use Msingi\Net\Socket;
use Msingi\Net\Url;
use Msingi\Options;
use Msingi\Tests\Peer;
use PHPUnit\Framework\TestCase;

/** Certificates are verified, by requests and by live changes alike. */
final class TlsTest extends TestCase
{
    private const ROWS = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 11\r\n\r\n{\"data\":[]}";
    private const STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: e:1\n\n";

    /** @dataProvider certificates */
    public function testATrustedCertificateOfTheHostIsNeeded(string $name, bool $isTrusted, bool $isAccepted): void
    {
        $certificate = self::certificate($name);
        try {
            $steps = static fn (string $response): array => [['await', "\r\n\r\n"], ['send', $response]];
            $peer = new Peer([$steps(self::ROWS), $steps(self::STREAM)], $certificate);
            $options = new Options(retries: 0, caFile: $isTrusted ? $certificate : null);
            $client = new Client($peer->url('https'), Peer::PROJECT, 'k', options: $options);
            self::assertSame($isAccepted, self::reads($client));
            self::assertSame($isAccepted, self::follows($client));
        } finally {
            unlink($certificate);
        }
    }

    /** @return array<string, array{string, bool, bool}> */
    public function certificates(): array
    {
        return [
            'trusted' => ['IP:127.0.0.1', true, true],
            'made by anybody' => ['IP:127.0.0.1', false, false],
            'of another host' => ['DNS:example.com', true, false],
        ];
    }

    public function testAServerThatNeverSpeaksTlsIsLeftInTime(): void
    {
        $peer = new Peer([[['hold', 0]]]);
        $began = Clock::now();
        try {
            Socket::open(Url::of($peer->url('wss')), new Options(connectTimeout: 0.3));
            self::fail('It was opened.');
        } catch (ConnectionException) {
            self::assertLessThan(5.0, Clock::now() - $began);
        }
    }

    private static function reads(Client $client): bool
    {
        try {
            return $client->from('books')->get() === [];
        } catch (ConnectionException) {
            return false;
        }
    }

    private static function follows(Client $client): bool
    {
        $seen = [];
        $onStatus = static function (Status $status) use (&$seen, &$subscription): void {
            $seen[] = $status;
            if ($status !== Status::Connecting) {
                $subscription->close();
            }
        };
        $subscription = $client->subscribe('books', static fn (): int => 0, transport: 'sse', onStatus: $onStatus);
        $client->run(5.0);
        return in_array(Status::Live, $seen, true);
    }

    private static function certificate(string $name): string
    {
        $config = (string) tempnam(sys_get_temp_dir(), 'msingi-tls');
        $extensions = "[ext]\nsubjectAltName=$name\nbasicConstraints=CA:TRUE\n";
        file_put_contents($config, "[req]\ndistinguished_name=dn\n[dn]\n$extensions");
        $options = ['config' => $config, 'x509_extensions' => 'ext', 'digest_alg' => 'sha256'];
        $key = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1']);
        $request = openssl_csr_new(['commonName' => 'test'], $key, $options);
        openssl_x509_export(openssl_csr_sign($request, null, $key, 1, $options), $certificate);
        openssl_pkey_export($key, $secret);
        file_put_contents($config, $certificate . $secret);
        return $config;
    }
}
