<?php

declare(strict_types=1);

namespace Msingi\Tests\Alone;

use Msingi\Client;
use Msingi\Exception\ClosedException;
use Msingi\Exception\ConnectionException;
use Msingi\Exception\MsingiException;
use Msingi\Live\Change;
use Msingi\Live\Position;
use Msingi\Live\Status;
use Msingi\Live\Subscription;
use Msingi\Live\Ticket;
use Msingi\Options;
use Msingi\Tests\Peer;
use Msingi\Tests\Script;
use PHPUnit\Framework\TestCase;

/** Subscriptions against servers that refuse, repeat themselves, lie and go away. */
final class LiveTest extends TestCase
{
    /** @var list<string> */
    private array $heard = [];
    /** @var list<array{string, string}> */
    private array $statuses = [];
    /** @var list<string> */
    private array $positions = [];

    public function testPositionsAreSentAndWhatIsToldTwiceComesOnce(): void
    {
        $peer = new Peer([
            Script::ticket(),
            Script::webSocket(
                Script::connected(['epoch' => 'e', 'offset' => 7]),
                ...array_map(Script::change(...), [8, 8, 7, 11]),
            ),
            Script::webSocket(Script::connected(
                ['epoch' => 'e', 'offset' => 11, 'was_recovering' => true, 'recovered' => true],
                [Script::publication(11), Script::publication(12)],
            )),
        ]);
        $client = $this->client($peer);
        $this->subscribe($client, 'websocket', until: 3);
        $client->run(20.0);
        self::assertSame(['r8', 'r11', 'r12'], $this->heard);
        self::assertSame(['e:7', 'e:8', 'e:11', 'e:12'], $this->positions);
        self::assertStringContainsString('"connect":{"token":"t1","name":"msingi-php"}}', $peer->heard()[1]);
        // The same token again, and where it stood.
        self::assertStringContainsString('"token":"t1"', $peer->heard()[2]);
        self::assertStringContainsString('"subs":{"c":{"recover":true,"epoch":"e","offset":11}}', $peer->heard()[2]);
        self::assertSame(['connecting', 'live', 'reconnecting', 'live', 'closed'], array_column($this->statuses, 0));
    }

    public function testWhatWasMissedIsToldAsAGap(): void
    {
        $peer = new Peer([
            Script::ticket(),
            Script::webSocket(
                Script::connected(['epoch' => 'f', 'offset' => 3, 'was_recovering' => true, 'recovered' => false]),
                Script::change(4),
            ),
        ]);
        $client = $this->client($peer);
        $this->subscribe($client, 'websocket', until: 1, after: 'e:900');
        $client->run(20.0);
        self::assertSame(['connecting', 'gap', 'live', 'closed'], array_column($this->statuses, 0));
        self::assertSame(['f:3', 'f:4'], $this->positions);
    }

    public function testACloseForGoodIsToldWithItsReasonBehindWhatCameBefore(): void
    {
        $peer = new Peer([
            Script::ticket(),
            Script::webSocket(
                Script::connected(['epoch' => 'e', 'offset' => 1]),
                Script::change(2),
                Script::close(3507, 'permission denied'),
            ),
        ]);
        $client = $this->client($peer);
        $this->subscribe($client, 'websocket');
        self::assertFalse($client->run(20.0));
        self::assertSame(['r2'], $this->heard);
        $reason = 'The server has closed the subscription: permission denied (3507).';
        self::assertSame(['closed', $reason], end($this->statuses));
    }

    public function testAReasonThatNobodyListensToIsThrown(): void
    {
        $peer = new Peer([Script::ticket(), Script::webSocket(Script::close(3500, 'invalid token'))]);
        $client = $this->client($peer);
        $client->subscribe('books', static fn (): int => 0, transport: 'websocket');
        try {
            $client->run(20.0);
            self::fail('It ended without a word.');
        } catch (ClosedException $error) {
            self::assertSame('3500', $error->code);
        }
        self::assertFalse($client->run(20.0));
    }

    public function testWhatACallbackThrowsEndsRunAndTheChangeComesAgain(): void
    {
        $peer = new Peer([
            Script::ticket(),
            Script::webSocket(
                Script::connected(['epoch' => 'e', 'offset' => 1]),
                ...array_map(Script::change(...), [2, 3, 4]),
            ),
        ]);
        $client = $this->client($peer);
        $failures = 2;
        $throw = static function (Change $change) use (&$failures): void {
            if ($change->record['id'] === 'r3' && $failures-- > 0) {
                throw new \DomainException('not now');
            }
        };
        $this->subscribe($client, 'websocket', until: 3, before: $throw);
        for ($thrown = 0; $thrown < 2; $thrown++) {
            try {
                $client->run(20.0);
                self::fail('It was not thrown.');
            } catch (\DomainException) {
                self::assertSame(['e:1', 'e:2'], $this->positions);
            }
        }
        $client->run(20.0);
        self::assertSame(['r2', 'r3', 'r4'], $this->heard);
    }

    public function testACallbackThatKeepsFailingDoesNotPileUpWhatComes(): void
    {
        $changes = implode('', array_map(Script::change(...), range(2, 20_000)));
        $connected = Script::connected(['epoch' => 'e', 'offset' => 1]);
        $peer = new Peer([Script::ticket(), [...Script::webSocket($connected . $changes), ['hold', 0]]]);
        $client = $this->client($peer);
        $this->subscribe($client, 'websocket', before: static fn () => throw new \DomainException('no'));
        $used = [];
        for ($n = 0; $n < 20; $n++) {
            try {
                $client->run(5.0);
            } catch (\DomainException) {
                $used[] = memory_get_usage();
            }
        }
        self::assertCount(20, $used);
        self::assertLessThan(100_000, end($used) - $used[0]);
    }

    /** @dataProvider fallbacks */
    public function testAutoGoesOnWithServerSentEvents(array $webSocket, int $mostBytes, string $resumed): void
    {
        $events = "id: e:9\n\nid: 9a\nevent: INSERT\ndata: " . Script::event(9) . "\n\n";
        $peer = new Peer([Script::ticket(), $webSocket, Script::stream($events)]);
        $client = $this->client($peer, $mostBytes);
        $this->subscribe($client, 'auto', until: 1);
        $client->run(20.0);
        self::assertSame(['r9'], $this->heard);
        self::assertSame('9a', end($this->positions));
        $request = $peer->heard()[2];
        $path = '/api/v1/projects/' . Peer::PROJECT . '/realtime/events?table=books';
        self::assertStringStartsWith("GET $path HTTP/1.1\r\n", $request);
        self::assertSame($resumed !== '', str_contains($request, "last-event-id: $resumed\r\n"));
        self::assertNotContains('gap', array_column($this->statuses, 0));
    }

    /** @return array<string, array{list<array<mixed>>, int, string}> */
    public function fallbacks(): array
    {
        $connected = Script::connected(['epoch' => 'e', 'offset' => 8]);
        $large = Script::frame(str_repeat('a', 2000));
        return [
            'where a proxy lets no WebSocket pass' => [Script::http(403, ''), 1000, ''],
            'where a message is too large' => [Script::webSocket($connected, $large), 1000, 'e:8'],
        ];
    }

    /** @dataProvider refusals */
    public function testRefusalsAreFinalOrNot(array $response, bool $isFinal): void
    {
        foreach (['websocket', 'sse'] as $transport) {
            $this->statuses = [];
            $peer = new Peer([$response]);
            $client = $this->client($peer);
            $this->subscribe($client, $transport);
            self::assertSame(!$isFinal, $client->run(0.3));
            self::assertSame($isFinal ? 'closed' : 'reconnecting', end($this->statuses)[0]);
            self::assertNotSame('', end($this->statuses)[1]);
        }
    }

    /** @return array<string, array{list<array<mixed>>, bool}> */
    public function refusals(): array
    {
        return [
            '401' => [Script::http(401, '{"message":"No."}'), true],
            '403' => [Script::http(403, '{"message":"No."}'), true],
            '404' => [Script::http(404, '{"message":"No table."}'), true],
            '429' => [Script::http(429, '{"message":"Later."}'), false],
            '503' => [Script::http(503, '{"message":"Later."}'), false],
            'a page' => [Script::http(200, '<html>'), false],
            'nothing' => [[['await', "\r\n\r\n"]], false],
        ];
    }

    /** @dataProvider liars */
    public function testALiarIsLeftAndTriedAgain(array $frames): void
    {
        $peer = new Peer([Script::ticket(), Script::webSocket(...$frames)]);
        $client = $this->client($peer);
        $this->subscribe($client, 'websocket');
        self::assertTrue($client->run(0.4));
        self::assertContains('reconnecting', array_column($this->statuses, 0));
        self::assertSame([], $this->heard);
    }

    /** @return array<string, array{list<string>}> */
    public function liars(): array
    {
        $connected = Script::connected(['epoch' => 'e', 'offset' => 1]);
        $push = static fn (string $what): string => Script::frame("{\"push\":{\"channel\":\"c\",$what}}");
        return [
            'no JSON' => [[Script::frame('{')]],
            'another channel alone' => [[Script::frame('{"id":1,"connect":{"subs":{"d":{"epoch":"e"}}}}')]],
            'an error' => [[Script::frame('{"id":1,"error":{"code":109,"message":"token expired"}}')]],
            'a change without its place' => [[$connected, $push('"pub":{"data":{}}')]],
            'a change that is none' => [[$connected, $push('"pub":{"offset":2,"data":{"id":1}}')]],
            'a change before all' => [[Script::change(2)]],
            'the end of the channel' => [[$connected, $push('"unsubscribe":{"code":2000}')]],
        ];
    }

    public function testAServerThatFallsSilentIsLeft(): void
    {
        // Ten seconds behind the time of its ping.
        $connected = Script::connected(['epoch' => 'e', 'offset' => 1], ping: -9.9);
        $peer = new Peer([Script::ticket(), [...Script::webSocket($connected), ['hold', 0]]]);
        $client = $this->client($peer);
        $this->subscribe($client, 'websocket');
        $client->run(0.4);
        self::assertSame(['reconnecting', 'The server is silent.'], end($this->statuses));
    }

    public function testATokenDoesNotLeaveTls(): void
    {
        $data = ['url' => 'http://example.com', 'token' => 't', 'channel' => 'c', 'expires_at' => '2099-01-01'];
        $this->expectException(ConnectionException::class);
        Ticket::of($data, 'https://example.com');
    }

    /** @dataProvider mistakes */
    public function testMistakesOfTheCallerAreSaid(array $arguments): void
    {
        $client = new Client('http://127.0.0.1:1', Peer::PROJECT, 'k');
        $this->expectException(\InvalidArgumentException::class);
        $client->subscribe('books', static fn (): int => 0, ...$arguments);
    }

    /** @return list<array{array<string, mixed>}> */
    public function mistakes(): array
    {
        $event = ['transport' => 'websocket', 'after' => '01a21b2d-625c-8000-8009-2c2f00000000'];
        return [[['transport' => 'ws']], [['events' => ['insert']]], [$event], [['after' => "1\r\nx-evil: 1"]]];
    }

    private function client(Peer $peer, int $mostBytes = 1_000_000): Client
    {
        $options = new Options(retries: 0, maxMessageBytes: $mostBytes);
        return new Client($peer->url(), Peer::PROJECT, 'k', options: $options);
    }

    private function subscribe(
        Client $client,
        string $transport,
        int $until = PHP_INT_MAX,
        ?string $after = null,
        ?\Closure $before = null,
    ): Subscription {
        $callback = function (Change $change) use (&$subscription, $until, $before): void {
            $before === null || $before($change);
            $this->heard[] = $change->record['id'];
            if (count($this->heard) === $until) {
                $subscription->unsubscribe();
            }
        };
        $onStatus = function (Status $status, ?\Throwable $error): void {
            self::assertTrue($error === null || $error instanceof MsingiException);
            $this->statuses[] = [$status->value, (string) $error?->getMessage()];
        };
        $onPosition = function (Position $position): void {
            $this->positions[] = (string) $position;
        };
        $options = compact('transport', 'onStatus', 'onPosition', 'after');
        $subscription = $client->subscribe('books', $callback, ...$options);
        return $subscription;
    }
}
