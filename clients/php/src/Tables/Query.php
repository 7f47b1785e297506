<?php

declare(strict_types=1);

namespace Msingi\Tables;

use Msingi\Exception\ConnectionException;
use Msingi\Http\Api;
use Msingi\Http\Request;

/**
 * Query selects rows of a table. Every method that says more returns a new query; its end or a loop sends it.
 *
 * @implements \IteratorAggregate<int, array<string, mixed>>
 */
readonly class Query implements \IteratorAggregate
{
    use Filtered;

    // As the server tells a filter of related rows, `author.name`, from one of a value in JSON, `meta->>a.b`.
    private const RELATED = '/^[^.>]+\./';

    /**
     * @internal
     * @param list<array{string, string}> $params
     * @param string|null $counted how precisely the rows that match are counted beside those of a page
     */
    public function __construct(
        protected Api $api,
        protected string $path,
        private array $params = [],
        private ?string $counted = null,
    ) {
    }

    /** select selects columns: `select('id', 'title')`, or with related rows `select('id,title,author(name)')`. */
    final public function select(string ...$columns): self
    {
        return $this->with('select', implode(',', $columns));
    }

    /** after selects the rows after a page, by its `next`. */
    final public function after(string $cursor): self
    {
        return $this->with('cursor', $cursor);
    }

    /** before selects the rows before a page, by its `previous`. */
    final public function before(string $cursor): self
    {
        return $this->with('cursor', $cursor);
    }

    /** withDeleted selects deleted rows as well, which the caller must be allowed to delete. */
    final public function withDeleted(): self
    {
        return $this->with('deleted', 'include');
    }

    /** onlyDeleted selects deleted rows alone, which the caller must be allowed to delete. */
    final public function onlyDeleted(): self
    {
        return $this->with('deleted', 'only');
    }

    /** withCount has a page say how many rows match, with a precision of `count`: `withCount()->page()->count`. */
    final public function withCount(string $precision = 'exact'): self
    {
        return new self($this->api, $this->path, $this->params, $precision);
    }

    /**
     * get returns the rows of one page.
     *
     * @return list<array<string, mixed>>
     */
    final public function get(): array
    {
        return $this->page()->rows;
    }

    /** page returns the rows of one page, and where those on either side are. */
    final public function page(): Page
    {
        $headers = $this->counted === null ? [] : ['prefer' => "count={$this->counted}"];
        return Page::of($this->api->send(new Request('GET', $this->path, $this->params, $headers)));
    }

    /**
     * first returns the first row, or null if there is none.
     *
     * @return array<string, mixed>|null
     */
    final public function first(): ?array
    {
        return $this->limit(1)->get()[0] ?? null;
    }

    /**
     * find returns the row of an id, with what `select` names. One that does not exist, or is hidden by policies, is a
     * NotFoundException. Filters and the like are for several rows: with them it is a LogicException.
     *
     * @return array<string, mixed>
     */
    final public function find(string $id): array
    {
        foreach ($this->params as [$name]) {
            if ($name !== 'select' && preg_match(self::RELATED, $name) !== 1) {
                throw new \LogicException("find takes a select and filters of related rows, and not $name.");
            }
        }
        return $this->api->send(new Request('GET', $this->row($id), $this->params))->array();
    }

    /** count returns how many rows match: `exact`, `estimated` (exact up to 10,000) or `planned` (reads no rows). */
    final public function count(string $precision = 'exact'): int
    {
        $query = $this->with('count', $precision)->params;
        return (int) $this->api->send(new Request('GET', $this->path, $query))->member('count');
    }

    /**
     * pages yields page after page, until there are no more.
     *
     * @return \Generator<int, Page>
     */
    final public function pages(): \Generator
    {
        $query = new self($this->api->begun(), $this->path, $this->params, $this->counted);
        $page = $query->page();
        yield $page;
        while ($page->next !== null || $page->nextOffset !== null) {
            $behind = $page->next !== null ? $query->after($page->next) : $query->offset((int) $page->nextOffset);
            // The same place again would be read for ever.
            if ($page->next === null ? $behind->start() <= $query->start() : $behind->params === $query->params) {
                $message = 'The list does not advance: the next page is not behind this one.';
                throw new ConnectionException($message, 200);
            }
            $query = $behind;
            yield $page = $query->page();
        }
    }

    /** Looping over a query yields all matching rows, newest first unless they are ordered. */
    final public function getIterator(): \Generator
    {
        foreach ($this->pages() as $page) {
            foreach ($page->rows as $row) {
                yield $row;
            }
        }
    }

    /**
     * updateAll changes all rows that match, and returns how many, or the rows. At least one filter is required. Where
     * more than `maxAffected` match, nothing is written.
     *
     * @param array<string, mixed> $changes
     * @return ($returning is true ? list<array<string, mixed>> : int)
     */
    final public function updateAll(array $changes, ?int $maxAffected = null, bool $returning = false): int|array
    {
        return $this->writeAll('PATCH', (object) $changes, $maxAffected, $returning);
    }

    /**
     * deleteAll deletes all rows that match, and returns how many, or the rows. At least one filter is required.
     *
     * @return ($returning is true ? list<array<string, mixed>> : int)
     */
    final public function deleteAll(?int $maxAffected = null, bool $returning = false): int|array
    {
        return $this->writeAll('DELETE', null, $maxAffected, $returning);
    }

    final protected function row(string $id): string
    {
        return "{$this->path}/" . rawurlencode($id);
    }

    private function start(): int
    {
        return (int) (array_column($this->params, 1, 0)['offset'] ?? 0);
    }

    /** @return int|list<array<string, mixed>> */
    private function writeAll(string $method, ?object $body, ?int $maxAffected, bool $returning): int|array
    {
        $prefer = $returning ? 'return=representation' : 'return=minimal';
        $prefer .= $maxAffected === null ? '' : ", max-affected=$maxAffected";
        $request = Request::json($method, $this->path, $body, $this->params, ['prefer' => $prefer]);
        $response = $this->api->send($request);
        return $returning ? $response->list() : (int) $response->member('count');
    }

    /** @param list<array{string, string}> $params */
    private function refined(array $params): self
    {
        return new self($this->api, $this->path, $params, $this->counted);
    }
}
