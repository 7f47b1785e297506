<?php

declare(strict_types=1);

namespace Msingi\Tables;

use Msingi\Http\Api;
use Msingi\Http\Json;
use Msingi\Http\Request;

/**
 * Query selects rows of a table. Every method that says more returns a new query; its end or a loop sends it.
 *
 * @implements \IteratorAggregate<int, array<string, mixed>>
 */
readonly class Query implements \IteratorAggregate
{
    // Filters add up, also on one column; of these the last one counts.
    private const SINGLE = ['select', 'order', 'limit', 'offset', 'cursor', 'count', 'deleted'];

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

    final public function eq(string $column, string|int|float|bool|\DateTimeInterface|\BackedEnum $value): self
    {
        return $this->filter($column, 'eq', $value);
    }

    final public function neq(string $column, string|int|float|bool|\DateTimeInterface|\BackedEnum $value): self
    {
        return $this->filter($column, 'neq', $value);
    }

    final public function gt(string $column, string|int|float|\DateTimeInterface $value): self
    {
        return $this->filter($column, 'gt', $value);
    }

    final public function gte(string $column, string|int|float|\DateTimeInterface $value): self
    {
        return $this->filter($column, 'gte', $value);
    }

    final public function lt(string $column, string|int|float|\DateTimeInterface $value): self
    {
        return $this->filter($column, 'lt', $value);
    }

    final public function lte(string $column, string|int|float|\DateTimeInterface $value): self
    {
        return $this->filter($column, 'lte', $value);
    }

    /** like matches a pattern: `%` and `*` are any text, `_` is one character, and `\` before them makes them plain. */
    final public function like(string $column, string $pattern): self
    {
        return $this->filter($column, 'like', $pattern);
    }

    /** ilike is like, in upper and lower case alike. */
    final public function ilike(string $column, string $pattern): self
    {
        return $this->filter($column, 'ilike', $pattern);
    }

    final public function isNull(string $column): self
    {
        return $this->with($column, 'is.null');
    }

    final public function isNotNull(string $column): self
    {
        return $this->with($column, 'is.not.null');
    }

    /**
     * in matches rows whose column has one of the values.
     *
     * @param array<string|int|float|bool|\DateTimeInterface|\BackedEnum> $values
     */
    final public function in(string $column, array $values): self
    {
        $quote = static fn (mixed $value): string => '"' . addcslashes(Json::text($value), '\\"') . '"';
        return $this->with($column, 'in.(' . implode(',', array_map($quote, $values)) . ')');
    }

    /**
     * filter applies any operator of docs/data-api.md, also after `not.`, to a column or path: `filter('title', 'not.eq', 'A')`.
     * `filter('author.name', 'eq', 'Bâ')` chooses related rows; with `author!inner(…)` in `select`, the rows themselves.
     */
    final public function filter(
        string $column,
        string $operator,
        string|int|float|bool|\DateTimeInterface|\BackedEnum $value,
    ): self {
        return $this->with($column, $operator . '.' . Json::text($value));
    }

    /** or matches rows for which one of the conditions is true: `or('stock.eq.0,price.gt.100')`. */
    final public function or(string $conditions): self
    {
        return $this->with('or', "($conditions)");
    }

    /** order sorts by a column; further calls are for rows that are equal so far. `nulls` is `first` or `last`. */
    final public function order(string $column, string $direction = 'asc', ?string $nulls = null): self
    {
        $before = array_column($this->params, 1, 0)['order'] ?? null;
        $item = "$column.$direction" . ($nulls === null ? '' : ".nulls$nulls");
        return $this->with('order', $before === null ? $item : "$before,$item");
    }

    /** limit sets the number of rows of a page, 1 to 200; the default is 50. */
    final public function limit(int $rows): self
    {
        return $this->with('limit', (string) $rows);
    }

    final public function offset(int $rows): self
    {
        return $this->with('offset', (string) $rows);
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
        return $this->api->send(new Request('GET', $this->row($id), $this->params))->data();
    }

    /** count returns how many rows match: `exact`, `estimated` (exact up to 10,000) or `planned` (reads no rows). */
    final public function count(string $precision = 'exact'): int
    {
        $query = $this->with('count', $precision)->params;
        return $this->api->send(new Request('GET', $this->path, $query))->data()['count'];
    }

    /**
     * pages yields page after page, until there are no more.
     *
     * @return \Generator<int, Page>
     */
    final public function pages(): \Generator
    {
        $page = $this->page();
        yield $page;
        while ($page->next !== null || $page->nextOffset !== null) {
            $behind = $page->next !== null ? $this->after($page->next) : $this->offset((int) $page->nextOffset);
            yield $page = $behind->page();
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

    /** @return int|list<array<string, mixed>> */
    private function writeAll(string $method, ?object $body, ?int $maxAffected, bool $returning): int|array
    {
        $prefer = $returning ? 'return=representation' : 'return=minimal';
        $prefer .= $maxAffected === null ? '' : ", max-affected=$maxAffected";
        $request = Request::json($method, $this->path, $body, $this->params, ['prefer' => $prefer]);
        $data = $this->api->send($request)->data();
        return $returning ? $data : $data['count'];
    }

    private function with(string $name, string $value): self
    {
        $isKept = static fn (array $param): bool => $param[0] !== $name || !in_array($name, self::SINGLE, true);
        $kept = array_values(array_filter($this->params, $isKept));
        return new self($this->api, $this->path, [...$kept, [$name, $value]], $this->counted);
    }
}
