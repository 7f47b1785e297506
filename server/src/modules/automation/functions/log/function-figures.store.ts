// The SQL of figures of a function: counts, errors, durations, processor time and memory by the hour, from `platform.function_invocations`.
import type { Queryable } from '#platform/db/transaction.ts'

/** MAX_COUNTED is of how many invocations figures are made, so that a busy function costs no more than others. */
export const MAX_COUNTED = 100_000
/** NOT_SENT is the error of an invocation whose answer was broken off. */
export const NOT_SENT = 'The answer was not sent to its end.'

// How each kind shows in a row. Errors of the server's own have a sentence; a 5xx of the function has none.
const KINDS = {
  threw: `error is not null and status = 500 and error <> '${NOT_SENT}'`,
  answered_5xx: 'error is null and status >= 500',
  timed_out: `error is not null and status = 504 and error <> '${NOT_SENT}'`,
  unavailable: `error is not null and status = 503 and error <> '${NOT_SENT}'`,
  refused: `error is not null and status = 429 and error <> '${NOT_SENT}'`,
  not_sent: `error = '${NOT_SENT}'`,
} as const

/** ErrorKind is a kind of error of an invocation. */
export type ErrorKind = keyof typeof KINDS

/** Figures are those of a span of time. */
export interface Figures {
  readonly invocations: number
  readonly errors: Readonly<Record<ErrorKind, number>>
  /** duration_ms are percentiles in milliseconds, null where nothing was invoked. */
  readonly duration_ms: Readonly<Record<'p50' | 'p95' | 'p99', number | null>>
  /** cpu_ms is the processor time of those invocations whose it is known of: how many, in all, and on average. */
  readonly cpu_ms: { readonly invocations: number; readonly sum: number; readonly average: number | null }
  /** memory_bytes is the most that the process of the project had at the end of one; null where it is not known. */
  readonly memory_bytes: number | null
}

/** FunctionFigures are those of all the time and of each hour in it; hours without an invocation are left out. */
export interface FunctionFigures extends Figures {
  /** from is later than what was asked for where there were more than MAX_COUNTED invocations. */
  readonly from: Date
  readonly hours: readonly (Figures & { readonly hour: Date })[]
}

const FIGURES = `
with latest as (
  select created_at, status, duration_ms, cpu_ms, memory_bytes, error from platform.function_invocations
  where function_id = $1 order by position desc limit ${MAX_COUNTED}
), counted as (
  select *, date_trunc('hour', created_at, 'UTC') as hour from latest where created_at >= $2
)
select hour, count(*)::int as invocations,
  json_build_object(${Object.entries(KINDS)
    .map(([kind, condition]) => `'${kind}', count(*) filter (where ${condition})`)
    .join(', ')}) as errors,
  percentile_cont(array[0.5, 0.95, 0.99]) within group (order by duration_ms) as percentiles,
  json_build_object('invocations', count(cpu_ms), 'sum', coalesce(sum(cpu_ms::float8), 0), 'average', avg(cpu_ms::float8)) as cpu_ms,
  max(memory_bytes)::float8 as memory_bytes,
  (select case when count(*) = ${MAX_COUNTED} then min(created_at) end from latest) as oldest
from counted group by grouping sets ((hour), ()) order by hour nulls first`

/** readFigures returns the figures of a function since a moment. */
export async function readFigures(db: Queryable, functionId: string, since: Date): Promise<FunctionFigures> {
  const { rows } = await db.query<
    Omit<Figures, 'duration_ms'> & {
      readonly hour: Date | null
      readonly percentiles: readonly number[] | null
      readonly oldest: Date | null
    }
  >(FIGURES, [functionId, since])
  const shown = rows.map(({ hour, invocations, errors, percentiles, cpu_ms, memory_bytes }) => {
    const [p50 = null, p95 = null, p99 = null] = percentiles?.map(hundredths) ?? []
    const { sum, average } = cpu_ms
    const processor = {
      ...cpu_ms,
      sum: hundredths(sum),
      average: average === null ? null : hundredths(average),
    }
    return { hour, invocations, errors, duration_ms: { p50, p95, p99 }, cpu_ms: processor, memory_bytes }
  })
  const [all, ...hours] = shown as [Figures, ...(Figures & { readonly hour: Date })[]]
  const { invocations, errors, duration_ms, cpu_ms, memory_bytes } = all
  const oldest = rows[0]?.oldest ?? null
  const from = oldest !== null && oldest > since ? oldest : since
  return { from, invocations, errors, duration_ms, cpu_ms, memory_bytes, hours }
}

const hundredths = (ms: number) => Math.round(ms * 100) / 100
