<?php

declare(strict_types=1);

namespace Msingi\Tests\Server;

use Msingi\Client;
use Msingi\Exception\ConflictException;
use Msingi\Exception\ForbiddenException;
use Msingi\Exception\InvalidInputException;
use Msingi\Exception\NotFoundException;
use Msingi\Tables\Page;
use Msingi\Tables\Query;
use Msingi\Tests\Project;
use PHPUnit\Framework\TestCase;

/** Pages is an enum as generated types have them. */
enum Pages: int
{
    case Two = 2;
}

/** Rows, queries and batches on a real server. */
final class TablesTest extends TestCase
{
    private Client $client;
    private string $shelf;

    protected function setUp(): void
    {
        $this->client = Project::client();
        $this->shelf = Project::unique('shelf');
    }

    public function testARowIsWrittenFoundChangedDeletedAndRestored(): void
    {
        $books = $this->client->from('books');
        $row = $books->insert($this->book(pages: 1));
        self::assertSame($row, $books->find($row['id']));
        self::assertSame(['title' => $row['title']], $books->select('title')->find($row['id']));
        self::assertSame(2, $books->update($row['id'], ['pages' => 2])['pages']);
        $books->delete($row['id']);
        $this->expectNone(static fn (): array => $books->find($row['id']));
        self::assertCount(1, $this->shelf()->onlyDeleted()->get());
        self::assertSame($row['id'], $books->restore($row['id'])['id']);
        self::assertSame(1, $this->shelf()->withDeleted()->count());
        $this->expectException(\LogicException::class);
        $this->shelf()->find($row['id']);
    }

    public function testNumbersKeepTheirDigitsBothWays(): void
    {
        $exact = ['price' => '12345678901234567890.123456789', 'copies' => '9223372036854775807'];
        $row = $this->client->from('books')->insert($this->book() + $exact + ['meta' => ['n' => [1, 2.5, 0.1 + 0.2]]]);
        self::assertSame('12345678901234567890.123456789', $row['price']);
        self::assertSame(PHP_INT_MAX, $row['copies']);
        self::assertSame(['n' => [1, 2.5, 0.1 + 0.2]], $row['meta']);
        self::assertSame($row['id'], $this->shelf()->eq('price', $row['price'])->first()['id'] ?? null);
    }

    /** @dataProvider filters */
    public function testFiltersChooseRows(\Closure $choose, array $pages): void
    {
        $this->insertBooks(1, 2, 3, null);
        $query = $choose($this->shelf()->order('pages', 'asc', 'last'));
        self::assertSame($pages, array_column($query->get(), 'pages'));
    }

    /** @return array<string, array{\Closure(Query): Query, list<int|null>}> */
    public function filters(): array
    {
        return [
            'eq' => [static fn (Query $query): Query => $query->eq('pages', 2), [2]],
            'neq' => [static fn (Query $query): Query => $query->neq('pages', 2), [1, 3]],
            'gt and lte' => [static fn (Query $query): Query => $query->gt('pages', 1)->lte('pages', 3), [2, 3]],
            'gte and lt' => [static fn (Query $query): Query => $query->gte('pages', 1)->lt('pages', 3), [1, 2]],
            'in' => [static fn (Query $query): Query => $query->in('pages', [1, 3]), [1, 3]],
            'isNull' => [static fn (Query $query): Query => $query->isNull('pages'), [null]],
            'isNotNull' => [static fn (Query $query): Query => $query->isNotNull('pages')->limit(2), [1, 2]],
            'or' => [static fn (Query $query): Query => $query->or('pages.eq.1,pages.is.null'), [1, null]],
            'like' => [static fn (Query $query): Query => $query->like('title', 'Nothing%'), []],
            'ilike' => [static fn (Query $query): Query => $query->ilike('title', 'BOOK%')->offset(3), [null]],
            'an enum' => [static fn (Query $query): Query => $query->eq('pages', Pages::Two), [2]],
            'enums' => [static fn (Query $query): Query => $query->in('pages', [Pages::Two]), [2]],
            'a date' => [static fn (Query $query): Query => $query->lt('created_at', new \DateTime('2000-01-01')), []],
        ];
    }

    public function testMomentsAreWrittenAsTheyAreRead(): void
    {
        $moment = new \DateTimeImmutable('2026-11-27 09:00:00.123456', new \DateTimeZone('Africa/Nairobi'));
        $meta = ['at' => $moment, 'of' => new \ArrayObject(), 'in' => (object) ['list' => [$moment, Pages::Two]]];
        $row = $this->client->from('books')->insert($this->book() + ['meta' => $meta]);
        $text = '2026-11-27T09:00:00.123456+03:00';
        self::assertSame(['at' => $text, 'in' => ['list' => [$text, 2]], 'of' => []], $row['meta']);
    }

    public function testPagesAndLoopsReadEverythingOnce(): void
    {
        $rows = $this->insertBooks(...range(1, 7));
        $query = $this->shelf()->order('pages')->limit(3);
        $pages = iterator_to_array($query->pages());
        self::assertSame([3, 3, 1], array_map(static fn (Page $page): int => count($page->rows), $pages));
        self::assertSame($rows, iterator_to_array($query, false));
        self::assertSame($pages[0]->rows, $query->before((string) $pages[1]->previous)->get());
        self::assertSame(7, $query->count());
        self::assertSame([7, null], [$query->withCount()->page()->count, $pages[0]->count]);
        self::assertSame($pages[1]->rows, $query->withCount('estimated')->after((string) $pages[0]->next)->get());
    }

    public function testWhatIsProbablyNotMeantStandsInTheLogOnce(): void
    {
        $log = tempnam(sys_get_temp_dir(), 'msingi');
        $before = ini_set('error_log', $log);
        for ($n = 0; $n < 2; $n++) {
            $this->shelf()->select('id', 'titel')->get();
        }
        ini_set('error_log', (string) $before);
        self::assertSame(1, substr_count((string) file_get_contents($log), 'Did you mean title?'));
        unlink($log);
    }

    public function testAViewHasPagesToo(): void
    {
        $view = str_replace('-', '_', Project::unique('titles'));
        Project::manage('POST', '/schema/exec-ddl', ['sql' => "create view $view as select shelf, pages from books"]);
        $this->insertBooks(...range(1, 5));
        $query = $this->client->from($view)->eq('shelf', $this->shelf)->order('pages')->limit(2);
        self::assertSame([1, 2, 3, 4, 5], array_column(iterator_to_array($query, false), 'pages'));
    }

    public function testManyRowsAreWrittenAtOnce(): void
    {
        $books = $this->client->from('books');
        [$one, $two] = $this->insertBooks(1, 2);
        self::assertSame($one['id'], $books->upsert(['title' => $one['title'], 'pages' => 9], 'title')['id']);
        $kept = $books->upsertMany([['title' => $two['title'], 'pages' => 9]], 'title', ignoreExisting: true);
        self::assertSame([], $kept);
        self::assertNull($books->upsert(['title' => $two['title'], 'pages' => 9], 'title', ignoreExisting: true));
        self::assertSame(2, $this->shelf()->updateAll(['pages' => 5]));
        self::assertSame([6, 6], array_column($this->shelf()->updateAll(['pages' => 6], returning: true), 'pages'));
        try {
            $this->shelf()->deleteAll(maxAffected: 1);
            self::fail('More than one was deleted.');
        } catch (InvalidInputException) {
            self::assertSame(2, $this->shelf()->count());
        }
        self::assertSame(1, $this->shelf()->eq('title', $one['title'])->deleteAll());
        self::assertCount(1, $this->shelf()->deleteAll(returning: true));
    }

    public function testAKeyMakesARepeatSafe(): void
    {
        $book = $this->book();
        $key = Project::unique();
        $rows = array_map(fn (): array => $this->client->from('books')->insert($book, $key), [1, 2]);
        self::assertSame($rows[0]['id'], $rows[1]['id']);
        $this->expectException(ConflictException::class);
        $this->client->from('books')->insert($this->book(), $key);
    }

    public function testABatchIsAllOrNothing(): void
    {
        $row = $this->client->from('books')->insert($this->book());
        $results = $this->client->batch([
            ['method' => 'POST', 'table' => 'books', 'body' => $this->book()],
            ['method' => 'PATCH', 'table' => 'books', 'id' => $row['id'], 'body' => ['pages' => 3]],
            ['method' => 'DELETE', 'table' => 'books', 'id' => $row['id']],
        ]);
        self::assertSame([201, 200, 204], array_column($results, 'status'));
        try {
            $this->client->batch([
                ['method' => 'POST', 'table' => 'books', 'body' => $this->book()],
                ['method' => 'POST', 'table' => 'books', 'body' => []],
            ]);
            self::fail('A book without a title was taken.');
        } catch (InvalidInputException $error) {
            self::assertSame(1, $error->details['operation']);
        }
        self::assertSame(1, $this->shelf()->count());
    }

    public function testQueriesAndGraphqlReadTheSameRows(): void
    {
        $this->insertBooks(4, 5);
        $config = [
            'filters' => [['column' => 'shelf', 'operator' => 'eq', 'value' => $this->shelf]],
            'aggregates' => [['fn' => 'SUM', 'column' => 'pages', 'alias' => 'pages']],
        ];
        self::assertSame([['pages' => 9]], $this->client->query->run('books', $config)->rows);
        $sql = 'select sum(pages) as pages from books where shelf = :shelf';
        $result = $this->client->query->exec($sql, ['shelf' => $this->shelf]);
        self::assertSame([['pages'], [['pages' => 9]], false], [$result->columns, $result->rows, $result->truncated]);
        $data = $this->client->graphql(
            'query ($shelf: String) { books_aggregate(where: {shelf: {_eq: $shelf}}) { count } }',
            ['shelf' => $this->shelf],
        );
        self::assertSame(['books_aggregate' => ['count' => 2]], $data);
        try {
            $this->client->graphql('{ nothing }');
            self::fail('There is nothing.');
        } catch (InvalidInputException $error) {
            self::assertSame('invalid_input', $error->code);
        }
    }

    public function testRefusalsSayWhatIsWrong(): void
    {
        $books = $this->client->from('books');
        $guest = Project::client(false)->from('books');
        $errors = [
            InvalidInputException::class => static fn (): array => $books->insert(['titel' => 'x']),
            ConflictException::class => fn (): array => $books->insertMany(array_fill(0, 2, $this->book())),
            NotFoundException::class => fn (): array => $this->client->from('boks')->get(),
            ForbiddenException::class => static fn (): array => $guest->insert(['title' => 'x']),
        ];
        foreach ($errors as $class => $call) {
            try {
                $call();
                self::fail("It is no $class.");
            } catch (\Msingi\Exception\MsingiException $error) {
                self::assertSame($class, $error::class);
                self::assertNotEmpty($error->errors);
                self::assertNotNull($error->requestId);
            }
        }
    }

    private function expectNone(\Closure $find): void
    {
        try {
            $find();
            self::fail('It was found.');
        } catch (NotFoundException $error) {
            self::assertSame(404, $error->status);
        }
    }

    /** @return array<string, mixed> */
    private function book(?int $pages = null): array
    {
        return ['title' => Project::unique('Book'), 'shelf' => $this->shelf, 'pages' => $pages];
    }

    /** @return list<array<string, mixed>> */
    private function insertBooks(?int ...$pages): array
    {
        $books = array_map(fn (?int $pages): array => $this->book($pages), array_values($pages));
        return $this->client->from('books')->insertMany($books);
    }

    private function shelf(): Query
    {
        return $this->client->from('books')->eq('shelf', $this->shelf);
    }
}
