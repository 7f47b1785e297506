// The filters of the request log, as the address has them.

import { type LogFilter, METHODS } from '#api/project/request-logs.ts'
import { momentIn } from '#ui/lists/span.ts'

const SPAN_MS = { quarter: 900_000, hour: 3_600_000, day: 86_400_000 } as const

/** LogSearch is what the address says: filters, with a span of time or its two ends, and the request that is open. */
export interface LogSearch extends Optional<LogFilter> {
  readonly span?: keyof typeof SPAN_MS | undefined
  readonly follow?: boolean | undefined
  readonly line?: string | undefined
}

type Optional<Shape> = { readonly [Name in keyof Shape]?: Shape[Name] | undefined }

const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))

/** logSearchOf reads the address, and leaves out what it does not know. */
export function logSearchOf(raw: Record<string, unknown>): LogSearch {
  const line = text(raw.line)
  const duration = Number(raw.min_duration_ms)
  return {
    status: text(raw.status),
    method: METHODS.find((method) => method === raw.method),
    path: text(raw.path),
    key: text(raw.key),
    user: text(raw.user),
    address: text(raw.address),
    min_duration_ms: duration > 0 ? duration : undefined,
    since: momentIn(raw.since),
    until: momentIn(raw.until),
    span: Object.keys(SPAN_MS).find((span): span is keyof typeof SPAN_MS => span === raw.span),
    follow: raw.follow === true || undefined,
    line: line !== undefined && /^\d{1,17}$/.test(line) ? line : undefined,
  }
}

/** filterOf returns the filter of an address; spans begin at a full minute, so that the same list stays in memory. */
export function filterOf({ span, follow: _follow, line: _line, ...rest }: LogSearch, now: number): LogFilter {
  const since =
    span === undefined
      ? rest.since
      : new Date(Math.floor((now - SPAN_MS[span]) / 60_000) * 60_000).toISOString()
  const given = Object.entries({ ...rest, since }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}
