// What a query and its related rows have in common: conditions, order and limits, as parameters of the API.
import { quoted } from './filter-text.ts'
import type { OrderColumn, RelatedName, RelatedResult, RelatedRow, RelatedTypes } from './related.ts'
import type { OrderOptions } from './source.ts'
import type { Comparable, TableTypes, Value } from './types.ts'

/** Params are the parameters of a query, in order. */
export type Params = readonly [name: string, value: string][]

// Filters accumulate, also on one column; of these parameters the last one is used.
const SINGLE: ReadonlySet<string> = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'cursor',
  'count',
  'deleted',
])

/** filtersOf returns those of the parameters that choose rows. */
export function filtersOf(params: Params): Params {
  return params.filter(([name]) => !SINGLE.has(name))
}

/** added returns the parameters with one more. */
export function added(params: Params, name: string, value: string): Params {
  return [...(SINGLE.has(name) ? params.filter(([other]) => other !== name) : params), [name, value]]
}

/** Filtered chooses and sorts rows. Every method returns a new one, Self. */
export abstract class Filtered<Row extends object, Result, Types extends TableTypes, Self> {
  protected readonly params: Params

  constructor(params: Params) {
    this.params = params
  }

  protected abstract refined(params: Params): Self

  eq<Column extends keyof Row & string>(column: Column, value: Comparable<Types, Row[Column]>): Self {
    return this.filter(column, 'eq', value)
  }

  neq<Column extends keyof Row & string>(column: Column, value: Comparable<Types, Row[Column]>): Self {
    return this.filter(column, 'neq', value)
  }

  gt<Column extends keyof Row & string>(column: Column, value: Comparable<Types, Row[Column]>): Self {
    return this.filter(column, 'gt', value)
  }

  gte<Column extends keyof Row & string>(column: Column, value: Comparable<Types, Row[Column]>): Self {
    return this.filter(column, 'gte', value)
  }

  lt<Column extends keyof Row & string>(column: Column, value: Comparable<Types, Row[Column]>): Self {
    return this.filter(column, 'lt', value)
  }

  lte<Column extends keyof Row & string>(column: Column, value: Comparable<Types, Row[Column]>): Self {
    return this.filter(column, 'lte', value)
  }

  /** like matches a pattern, in which `%` and `*` match any text and `_` one character; `\` before them makes them plain. */
  like(column: keyof Row & string, pattern: string): Self {
    return this.filter(column, 'like', pattern)
  }

  /** ilike is like, case-insensitive. */
  ilike(column: keyof Row & string, pattern: string): Self {
    return this.filter(column, 'ilike', pattern)
  }

  isNull(column: keyof Row & string): Self {
    return this.with(column, 'is.null')
  }

  isNotNull(column: keyof Row & string): Self {
    return this.with(column, 'is.not.null')
  }

  /** in matches rows whose column has one of the values. */
  in<Column extends keyof Row & string>(
    column: Column,
    values: readonly Comparable<Types, Row[Column]>[],
  ): Self {
    return this.with(column, `in.(${values.map((value) => quoted(text(value))).join(',')})`)
  }

  /**
   * filter applies any operator of the API, also after `not.`, to a column or path: `filter('title', 'not.eq', 'A')`.
   * `filter('author.name', 'eq', 'Bâ')` chooses related rows; with `author!inner(…)` in `select`, the rows themselves.
   */
  filter(column: string, operator: string, value: Value): Self {
    return this.with(column, `${operator}.${text(value)}`)
  }

  /** or matches rows for which one of the conditions is true: `or('stock.eq.0,price.gt.100')`. */
  or(conditions: string): Self {
    return this.with('or', `(${conditions})`)
  }

  /**
   * order sorts by a column, a place in JSON (`meta->>colour`) or a column of the one related row that is shown under a name
   * (`author(name)`); further calls add columns for rows that are equal so far.
   */
  order(
    column: OrderColumn<Row, Result, Types>,
    direction: 'asc' | 'desc' = 'asc',
    { nulls }: OrderOptions = {},
  ): Self {
    const before = this.params.filter(([name]) => name === 'order').map(([, value]) => value)
    const item = `${column}.${direction}${nulls === undefined ? '' : `.nulls${nulls}`}`
    return this.with('order', [...before, item].join(','))
  }

  /** limit sets the number of rows of a page, or of the related rows of each row, up to 200; the default is 50. */
  limit(rows: number): Self {
    return this.with('limit', String(rows))
  }

  offset(rows: number): Self {
    return this.with('offset', String(rows))
  }

  /**
   * related refines the related rows that `select` shows under a name:
   * `related('reviews', (reviews) => reviews.gte('stars', 4).order('stars', 'desc').limit(3))`.
   */
  related<Name extends RelatedName<Result, Types>>(
    name: Name,
    refine: (rows: RelatedOf<Result, Types, Name>) => RelatedOf<Result, Types, Name>,
  ): Self {
    const start = `${name}.`
    const isOwn = ([param]: Params[number]) => param.startsWith(start)
    const before = this.params
      .filter(isOwn)
      .map(([param, value]): Params[number] => [param.slice(start.length), value])
    const { params } = refine(new Related(before))
    const after = params.map(([param, value]): Params[number] => [start + param, value])
    return this.refined([...this.params.filter((param) => !isOwn(param)), ...after])
  }

  protected with(name: string, value: string): Self {
    return this.refined(added(this.params, name, value))
  }
}

type RelatedOf<Result, Types extends TableTypes, Name extends string> = Related<
  RelatedRow<Types, Name>,
  RelatedResult<Result, Name>,
  RelatedTypes<Types, Name>
>

/** Related chooses and sorts related rows. */
export class Related<Row extends object, Result, Types extends TableTypes> extends Filtered<
  Row,
  Result,
  Types,
  Related<Row, Result, Types>
> {
  protected override refined(params: Params): Related<Row, Result, Types> {
    return new Related(params)
  }
}

function text(value: Value): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
