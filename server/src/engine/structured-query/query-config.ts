// The config of a structured query, as a client writes it. The module's zod schema lets nothing else in.

/** JoinConfig joins a table: by `on`, by two columns, or by the relationship that there is. */
export interface JoinConfig {
  readonly type?: string | undefined
  readonly table: string
  readonly alias?: string | null | undefined
  readonly on?: string | null | undefined
  readonly from_column?: string | null | undefined
  readonly to_column?: string | null | undefined
}

/** FilterConfig is one condition, and how it is joined to the one before it. */
export interface FilterConfig {
  readonly column: string
  readonly operator: string
  readonly value?: unknown
  readonly values?: readonly unknown[] | null | undefined
  readonly logic?: string | null | undefined
}

/** AggregateConfig makes one value of each group. */
export interface AggregateConfig {
  readonly fn: string
  readonly column?: string | null | undefined
  readonly alias?: string | null | undefined
  readonly separator?: string | null | undefined
}

/** SortConfig sorts by a column or an alias. */
export interface SortConfig {
  readonly column: string
  readonly direction?: string | null | undefined
}

/** QueryConfig is the whole config. */
export interface QueryConfig {
  readonly columns?: readonly string[] | null | undefined
  readonly filters?: readonly FilterConfig[] | null | undefined
  readonly sort?: readonly SortConfig[] | null | undefined
  readonly limit?: number | null | undefined
  readonly offset?: number | null | undefined
  readonly distinct?: boolean | null | undefined
  readonly joins?: readonly JoinConfig[] | null | undefined
  readonly aggregates?: readonly AggregateConfig[] | null | undefined
  readonly group_by?: readonly string[] | null | undefined
}
