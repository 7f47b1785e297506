<?php

declare(strict_types=1);

namespace Msingi\Tests\Alone;

use Msingi\Client;
use Msingi\Exception\ConnectionException;
use Msingi\Http\Backoff;
use Msingi\Live\Status;
use Msingi\Options;
use Msingi\Tests\Peer;
use Msingi\Tests\Script;
use PHPUnit\Framework\TestCase;

/** Answers that no Msingi gives: what a wrong address, a proxy or a server that errs sends is an exception of the client's own. */
final class OddAnswersTest extends TestCase
{
    private const BODIES = ['<p>Welcome</p>', '', '{"data":"a text"}', '{"data":7}', '{"data":null}', 'null', '[1]'];

    /** @dataProvider calls */
    public function testWhatIsNoAnswerOfMsingiIsAnException(\Closure $call): void
    {
        $peer = new Peer(array_map(static fn (string $body): array => Script::http(200, $body), self::BODIES));
        $client = new Client($peer->url(), Peer::PROJECT, 'k', options: new Options(retries: 0));
        foreach (self::BODIES as $body) {
            try {
                $call($client);
                self::fail("It took $body.");
            } catch (ConnectionException $error) {
                self::assertStringContainsString('address', $error->getMessage());
            }
        }
    }

    /** @return array<string, array{\Closure(Client): mixed}> */
    public function calls(): array
    {
        return [
            'rows' => [static fn (Client $client): mixed => $client->from('books')->get()],
            'a row' => [static fn (Client $client): mixed => $client->from('books')->find('1')],
            'a count' => [static fn (Client $client): mixed => $client->from('books')->count()],
            'an update' => [static fn (Client $client): mixed => $client->from('books')->update('1', ['a' => 1])],
            'updates' => [static fn (Client $client): mixed => $client->from('b')->eq('a', 1)->updateAll(['a' => 2])],
            'a batch' => [static fn (Client $client): mixed => $client->batch([])],
            'a query' => [static fn (Client $client): mixed => $client->query->run('books')],
            'a payment' => [static fn (Client $client): mixed => $client->payments->get('1')],
            'payments' => [static fn (Client $client): array => [...$client->payments->list()]],
            'a start' => [static fn (Client $client): mixed => $client->payments->push('1', 1, 'x')],
            'a user' => [static fn (Client $client): mixed => $client->auth->users->get('1')],
            'files' => [static fn (Client $client): mixed => $client->storage->from('films')->list()],
        ];
    }

    /** @dataProvider next */
    public function testAListThatDoesNotAdvanceEndsWithAnException(string $header): void
    {
        $body = '{"data":[{"id":"1"}]}';
        $length = strlen($body);
        $page = "HTTP/1.1 200 X\r\nConnection: close\r\nContent-Length: $length\r\n$header\r\n\r\n$body";
        $steps = [['await', "\r\n\r\n"], ['send', $page]];
        $peer = new Peer([$steps, $steps, $steps]);
        $client = new Client($peer->url(), Peer::PROJECT, 'k', options: new Options(retries: 0));
        try {
            self::assertNotSame([], [...$client->from('books')]);
            self::fail('It ended without a word.');
        } catch (ConnectionException $error) {
            self::assertStringContainsString('does not advance', $error->getMessage());
        }
        self::assertLessThanOrEqual(2, count($peer->heard()));
    }

    /** @return list<array{string}> */
    public function next(): array
    {
        $link = static fn (int $offset): string => "Link: </api/v1/data/books?offset=$offset>; rel=\"next\"";
        return [['X-Next-Cursor: c'], [$link(50)], [$link(0)]];
    }

    public function testLiveChangesAtAWrongAddressAreTold(): void
    {
        $peer = new Peer([Script::http(200, '<p>Welcome</p>')]);
        $client = new Client($peer->url(), Peer::PROJECT, 'k', options: new Options(retries: 0));
        $told = null;
        $onStatus = static function (Status $status, ?\Throwable $reason) use (&$told, $client): void {
            if ($status === Status::Reconnecting) {
                $told = $reason?->getMessage();
                $client->close();
            }
        };
        $client->subscribe('books', static fn (): int => 0, onStatus: $onStatus);
        $client->run(20.0);
        self::assertStringContainsString('address', (string) $told);
    }

    public function testWhatAServerAsksToWaitIsBounded(): void
    {
        self::assertSame(600.0, (new Backoff(0.5, 30.0))->next(86_400.0));
    }
}
