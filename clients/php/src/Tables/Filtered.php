<?php

declare(strict_types=1);

namespace Msingi\Tables;

use Msingi\Http\Json;

/**
 * Filtered is what a query and its related rows have in common: conditions, order, limits. Methods return a new one.
 *
 * @internal
 */
trait Filtered
{
    // Filters add up, also on one column; of these the last one counts.
    private const SINGLE = ['select', 'order', 'limit', 'offset', 'cursor', 'count', 'deleted'];

    /** @param list<array{string, string}> $params */
    abstract private function refined(array $params): self;

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

    /**
     * order sorts by a column, a place in JSON (`meta->>colour`) or a column of the one related row under a name
     * (`author(name)`); further calls are for rows that are equal so far. `nulls` is `first` or `last`.
     */
    final public function order(string $column, string $direction = 'asc', ?string $nulls = null): self
    {
        $before = array_column($this->params, 1, 0)['order'] ?? null;
        $item = "$column.$direction" . ($nulls === null ? '' : ".nulls$nulls");
        return $this->with('order', $before === null ? $item : "$before,$item");
    }

    /** limit sets the number of rows of a page, or of the related rows of each row, 1 to 200; the default is 50. */
    final public function limit(int $rows): self
    {
        return $this->with('limit', (string) $rows);
    }

    final public function offset(int $rows): self
    {
        return $this->with('offset', (string) $rows);
    }

    /**
     * related refines the related rows that `select` shows under a name:
     * `related('reviews', fn (Related $reviews) => $reviews->gte('stars', 4)->order('stars', 'desc')->limit(3))`.
     *
     * @param callable(Related): Related $refine
     */
    final public function related(string $name, callable $refine): self
    {
        $start = "$name.";
        [$own, $others] = [[], []];
        foreach ($this->params as [$param, $value]) {
            if (str_starts_with($param, $start)) {
                $own[] = [substr($param, strlen($start)), $value];
            } else {
                $others[] = [$param, $value];
            }
        }
        foreach ($refine(new Related($own))->params as [$param, $value]) {
            $others[] = [$start . $param, $value];
        }
        return $this->refined($others);
    }

    private function with(string $name, string $value): self
    {
        $isKept = static fn (array $param): bool => $param[0] !== $name || !in_array($name, self::SINGLE, true);
        return $this->refined([...array_values(array_filter($this->params, $isKept)), [$name, $value]]);
    }
}
