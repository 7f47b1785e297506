<?php

declare(strict_types=1);

namespace Msingi\Tests\Alone;

use Msingi\Client;
use Msingi\Exception\ConflictException;
use Msingi\Exception\ConnectionException;
use Msingi\Exception\ForbiddenException;
use Msingi\Exception\InvalidInputException;
use Msingi\Exception\MsingiException;
use Msingi\Exception\NotFoundException;
use Msingi\Exception\QuotaExceededException;
use Msingi\Exception\ServerException;
use Msingi\Exception\UnauthorizedException;
use Msingi\Options;
use Msingi\Session\MemoryStore;
use Msingi\Tables\Related;
use Msingi\Tests\Peer;
use PHPUnit\Framework\TestCase;

/** What the client makes of servers that fail, lie, or are not there. */
final class RequestsTest extends TestCase
{
    private const ROWS = '{"success":true,"data":[{"id":"1"}]}';

    /** @dataProvider repeated */
    public function testWhatMayBeRepeatedIs(\Closure $call, bool $isRepeated): void
    {
        $peer = self::answering(self::response(503, '{}'), '', self::response(200, self::ROWS));
        $client = new Client($peer->url(), Peer::PROJECT, 'mpk_x');
        try {
            $call($client);
            self::assertTrue($isRepeated);
        } catch (ServerException) {
            self::assertFalse($isRepeated);
        }
        self::assertCount($isRepeated ? 3 : 1, $peer->heard());
    }

    /** @return array<string, array{\Closure(Client): mixed, bool}> */
    public function repeated(): array
    {
        return [
            'a GET' => [static fn (Client $client): mixed => $client->from('books')->get(), true],
            'an insert with a key' => [static fn (Client $client): mixed => $client->from('t')->insert([], 'k'), true],
            'an insert without' => [static fn (Client $client): mixed => $client->from('t')->insert([]), false],
            'a payment' => [static fn (Client $client): mixed => $client->payments->session(100), true],
            'a deletion' => [static fn (Client $client): mixed => $client->from('t')->delete('1'), false],
        ];
    }

    public function testRepeatsAreBounded(): void
    {
        $peer = self::answering(...array_fill(0, 4, self::response(503, '{}')));
        $client = new Client($peer->url(), Peer::PROJECT, 'k', options: new Options(retries: 1));
        $this->expectRefusal($client, ServerException::class);
        self::assertCount(2, $peer->heard());
    }

    public function testAServerThatAsksForALongPauseIsLeftAlone(): void
    {
        $peer = self::answering(self::response(429, '{"message":"Later."}', "Retry-After: 60\r\n"));
        $error = $this->expectRefusal(new Client($peer->url(), Peer::PROJECT, 'k'), QuotaExceededException::class);
        self::assertSame(60.0, $error->retryAfter);
        self::assertCount(1, $peer->heard());
    }

    /** @dataProvider statuses */
    public function testEachOutcomeHasItsException(int $status, string $class): void
    {
        $body = '{"message":"No.","code":"some_code","errors":["a","b"],"details":{"n":1}}';
        $peer = self::answering(self::response($status, $body, "X-Request-Id: r1\r\nWWW-Authenticate: Bearer\r\n"));
        $options = new Options(retries: 0);
        $error = $this->expectRefusal(new Client($peer->url(), Peer::PROJECT, 'k', options: $options), $class);
        self::assertSame(
            [$status, 'some_code', 'some_code', ['a', 'b'], ['n' => 1], 'r1', 'No.', $status === 401],
            [
                $error->status,
                $error->code,
                $error->getCode(),
                $error->errors,
                $error->details,
                $error->requestId,
                $error->getMessage(),
                $error->challenged,
            ],
        );
    }

    /** @return list<array{int, class-string}> */
    public function statuses(): array
    {
        return [
            [400, InvalidInputException::class],
            [401, UnauthorizedException::class],
            [403, ForbiddenException::class],
            [404, NotFoundException::class],
            [409, ConflictException::class],
            [429, QuotaExceededException::class],
            [500, ServerException::class],
            [507, ServerException::class],
            [413, MsingiException::class],
        ];
    }

    public function testRedirectsAreNotFollowed(): void
    {
        $elsewhere = self::response(302, '', "Location: http://127.0.0.1:%PORT%/other\r\n");
        $peer = self::answering($elsewhere, self::response(200, self::ROWS));
        $error = $this->expectRefusal(new Client($peer->url(), Peer::PROJECT, 'k'), MsingiException::class);
        self::assertSame(302, $error->status);
        self::assertCount(1, $peer->heard());
    }

    public function testACompressedAnswerIsRead(): void
    {
        $body = (string) gzencode(self::ROWS);
        $peer = self::answering(self::response(200, $body, "Content-Encoding: gzip\r\n"));
        self::assertSame([['id' => '1']], (new Client($peer->url(), Peer::PROJECT, 'k'))->from('books')->get());
        self::assertMatchesRegularExpression('/^accept-encoding: .*gzip/mi', $peer->heard()[0]);
    }

    /** @dataProvider noMsingi */
    public function testWhatIsNotMsingiIsSaidToBe(string $response): void
    {
        $peer = self::answering($response);
        $this->expectRefusal(new Client($peer->url(), Peer::PROJECT, 'k'), ConnectionException::class);
    }

    /** @return array<string, array{string}> */
    public function noMsingi(): array
    {
        return [
            'a page' => [self::response(200, '<html>')],
            'another API' => [self::response(200, '{"ok":true}')],
            'a text' => [self::response(200, '"data"')],
        ];
    }

    public function testAServerThatIsNotThereIsAConnectionExceptionOfStatus0(): void
    {
        $client = new Client('http://127.0.0.1:1', Peer::PROJECT, 'k', options: new Options(retries: 0));
        self::assertSame(0, $this->expectRefusal($client, ConnectionException::class)->status);
    }

    public function testAServerThatStallsIsLeftInTime(): void
    {
        $peer = new Peer([[['await', "\r\n\r\n"], ['send', "HTTP/1.1 200 OK\r\n"], ['hold', 0]]]);
        $client = new Client($peer->url(), Peer::PROJECT, 'k', options: new Options(timeout: 0.2, retries: 0));
        $this->expectRefusal($client, ConnectionException::class);
    }

    public function testAClientWithOtherLimitsHasTheSameSessionAndConnection(): void
    {
        $rows = "HTTP/1.1 200 OK\r\nContent-Length: " . strlen(self::ROWS) . "\r\n\r\n" . self::ROWS;
        $await = ['await', "\r\n\r\n"];
        $peer = new Peer([[$await, ['send', $rows], $await, ['hold', 0]]]);
        $store = new MemoryStore();
        $session = ['user' => ['id' => 'u'], 'tokens' => self::tokens(1, '2099-01-01')];
        $store->set('msingi.session.' . Peer::PROJECT, (string) json_encode($session));
        $client = new Client($peer->url(), Peer::PROJECT, 'k', $store);
        $client->from('books')->get();
        $bounded = $client->with(timeout: 0.2, retries: 0);
        self::assertSame($client->auth->session(), $bounded->auth->session());
        $this->expectRefusal($bounded, ConnectionException::class);
        self::assertSame(2, substr_count($peer->heard()[0], 'authorization: Bearer a1'));
    }

    public function testAnAnswerIsReadAsItComes(): void
    {
        $head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        $peer = new Peer([[['await', "\r\n\r\n"], ['send', "{$head}5\r\nfirst\r\n"], ['hold', 0]]]);
        $client = new Client($peer->url(), Peer::PROJECT, 'k');
        [$pieces, $start] = [[], hrtime(true)];
        try {
            $client->functions->open('f', static function (string $piece) use (&$pieces): void {
                $pieces[] = $piece;
                throw new \DomainException('Enough.');
            }, method: 'GET');
            self::fail('What the callback throws ends it.');
        } catch (\DomainException) {
            self::assertSame(['first'], $pieces);
            self::assertLessThan(20e9, hrtime(true) - $start);
        }
        $peer = self::answering(self::response(404, '{"code":"not_found"}'));
        $this->expectException(NotFoundException::class);
        $client = new Client($peer->url(), Peer::PROJECT, 'k');
        $client->functions->open('f', static fn (string $piece): bool => self::fail($piece));
    }

    public function testRelatedRowsAreRefinedUnderTheirName(): void
    {
        $peer = self::answering(self::response(200, self::ROWS), self::response(200, '{"data":{"id":"1"}}'));
        $books = (new Client($peer->url(), Peer::PROJECT, 'k'))->from('books')->select('title', 'best:reviews(stars)');
        $best = static fn (Related $reviews): Related => $reviews->gte('stars', 4)->order('stars', 'desc')->limit(3);
        $authors = static fn (Related $authors): Related => $authors->isNotNull('name')->or('name.eq.A,name.eq.B');
        $more = static fn (Related $reviews): Related => $reviews->limit(5)->order('id')->related('author', $authors);
        $books = $books->related('best', $best);
        $books->eq('title', 'A')->related('best', $more)->get();
        $books->find('1');
        $select = 'select=title%2Cbest%3Areviews%28stars%29';
        $query = "$select&title=eq.A&best.stars=gte.4&best.limit=5&best.order=stars.desc%2Cid.asc"
            . '&best.author.name=is.not.null&best.author.or=%28name.eq.A%2Cname.eq.B%29';
        self::assertStringStartsWith("GET /api/v1/data/books?$query HTTP/1.1\r\n", $peer->heard()[0]);
        $query = "$select&best.stars=gte.4&best.order=stars.desc&best.limit=3";
        self::assertStringStartsWith("GET /api/v1/data/books/1?$query HTTP/1.1\r\n", $peer->heard()[1]);
    }

    public function testARefreshTokenIsSentOnceMoreWhereItsAnswerIsLost(): void
    {
        $store = new MemoryStore();
        $session = ['user' => ['id' => 'u'], 'tokens' => self::tokens(1, '2000-01-01')];
        $store->set('msingi.session.' . Peer::PROJECT, (string) json_encode($session));
        $answer = (string) json_encode(['data' => ['tokens' => self::tokens(2, '2099-01-01')]]);
        $peer = self::answering('', self::response(200, $answer), self::response(200, self::ROWS));
        $client = new Client($peer->url(), Peer::PROJECT, 'k', $store);
        self::assertCount(1, $client->from('books')->get());
        self::assertStringContainsString('authorization: Bearer a2', $peer->waitFor('authorization', 2));
        self::assertSame('r2', $client->auth->session()?->refreshToken());
    }

    public function testASignInWithAProviderIsFinishedOnce(): void
    {
        $data = ['user' => ['id' => 'u'], 'tokens' => self::tokens(1, '2099-01-01')];
        $answer = (string) json_encode(['data' => $data]);
        $peer = new Peer([[['await', '}'], ['send', self::response(200, $answer)]]]);
        $store = new MemoryStore();
        $before = new Client($peer->url(), Peer::PROJECT, 'k', $store);
        $begun = $before->auth->startProviderSignIn('acme', 'https://a.example/');
        parse_str((string) parse_url($begun, PHP_URL_QUERY), $query);
        $landed = "{$query['redirect_to']}&code=c1";
        // As in the next request of a site, which has signed in by password before.
        $store->set('msingi.device.' . Peer::PROJECT, 'd1');
        $client = new Client($peer->url(), Peer::PROJECT, 'k', $store);
        self::assertSame(['id' => 'u'], $client->auth->finishProviderSignIn($landed)->user);
        self::assertSame('a1', $client->auth->session()?->accessToken());
        $sent = json_decode(explode("\r\n\r\n", $peer->heard()[0])[1], true);
        self::assertSame(['code', 'code_verifier'], array_keys($sent));
        $challenge = rtrim(strtr(base64_encode(hash('sha256', $sent['code_verifier'], true)), '+/', '-_'), '=');
        self::assertSame($query['code_challenge'], $challenge);
        $this->expectException(InvalidInputException::class);
        $client->auth->finishProviderSignIn($landed);
    }

    /** @dataProvider smuggled */
    public function testNothingIsSmuggledIntoARequest(\Closure $call): void
    {
        $this->expectException(\InvalidArgumentException::class);
        $call(new Client('http://127.0.0.1:1', Peer::PROJECT, 'k'));
    }

    /** @return array<string, array{\Closure(Client): mixed}> */
    public function smuggled(): array
    {
        $header = ['x-a' => "1\r\nx-b: 2"];
        $line = "GET / HTTP/1.1\r\nx-b: 2\r\n\r\nGET";
        return [
            'a header' => [static fn (Client $client): mixed => $client->functions->invoke('f', headers: $header)],
            'a line' => [static fn (Client $client): mixed => $client->functions->invoke('f', method: $line)],
            'another header' => [static fn (Client $client): mixed => $client->request('GET', '/a', headers: $header)],
            'another server' => [static fn (Client $client): mixed => $client->request('GET', 'http://other.example/')],
            'a part of its name' => [static fn (Client $client): mixed => $client->request('GET', '.other.example/')],
        ];
    }

    public function testAnyRouteIsRequested(): void
    {
        $answer = self::response(200, '{"data":{"id":"1"}}');
        $refusal = self::response(503, '');
        $peer = new Peer([[['await', '}'], ['send', $answer]], [['await', "\r\n\r\n"], ['send', $refusal]]]);
        $client = new Client($peer->url(), Peer::PROJECT, 'k', options: new Options(retries: 0));
        $query = ['dry_run' => true, 'order' => 'a b', 'none' => null];
        $body = ['name' => 'Ö'];
        self::assertSame(['id' => '1'], $client->request('POST', '/projects/p/tables', $query, $body, ['X-A' => 'é']));
        $sent = $peer->heard()[0];
        self::assertStringStartsWith("POST /api/v1/projects/p/tables?dry_run=true&order=a%20b HTTP/1.1\r\n", $sent);
        self::assertStringContainsString("x-a: é\r\n", $sent);
        self::assertStringEndsWith('{"name":"Ö"}', $sent);
        $this->expectException(ServerException::class);
        $client->request('DELETE', '/projects/p/tables/1');
    }

    public function testABodyAndItsNamesAreSentAsTheyAre(): void
    {
        $peer = self::answering(self::response(200, self::ROWS));
        $client = new Client($peer->url() . '/', Peer::PROJECT, 'k');
        $query = $client->from('a b/c')->eq('name', 'x&y=z')->in('n', ['a"b', 1.5, true]);
        $query->order('n')->order('m', 'desc', 'last')->get();
        $query = 'name=eq.x%26y%3Dz&n=in.%28%22a%5C%22b%22%2C%221.5%22%2C%22true%22%29&order=n.asc%2Cm.desc.nullslast';
        self::assertStringStartsWith("GET /api/v1/data/a%20b%2Fc?$query HTTP/1.1\r\n", $peer->heard()[0]);
    }

    /** @param class-string<MsingiException> $class */
    private function expectRefusal(Client $client, string $class): MsingiException
    {
        try {
            $client->from('books')->get();
        } catch (MsingiException $error) {
            self::assertSame($class, $error::class);
            return $error;
        }
        self::fail('It was not refused.');
    }

    /** @return array<string, string> */
    private static function tokens(int $number, string $end): array
    {
        return ['access_token' => "a$number", 'access_token_expires_at' => $end, 'refresh_token' => "r$number"];
    }

    private static function answering(string ...$responses): Peer
    {
        $steps = static fn (string $response): array => [['await', "\r\n\r\n"], ['send', $response]];
        return new Peer(array_map($steps, $responses));
    }

    private static function response(int $status, string $body, string $headers = ''): string
    {
        $length = strlen($body);
        return "HTTP/1.1 $status X\r\nConnection: close\r\nContent-Length: $length\r\n$headers\r\n$body";
    }
}
