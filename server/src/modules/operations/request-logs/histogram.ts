// The histogram of the request log: how many requests of each class of status there were in each span of time.
import { invalidInput } from '#platform/errors/app-error.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
// Widths in seconds whose multiples are round times.
const WIDTHS = [1, 5, 10, 30, MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, DAY]
/** KEEP_DAYS is for how long lines are kept. */
export const KEEP_DAYS = 7

/** BUCKETS are the fewest and the most buckets that can be asked for; the fewest hold all days that are kept. */
export const BUCKETS = { least: 10, most: 200, usual: 60 } as const

/** Counts is how many requests were answered with each class of status, and how many a flood has left out. */
export interface Counts {
  readonly informational: number
  readonly successful: number
  readonly redirection: number
  readonly client_error: number
  readonly server_error: number
  readonly left_out: number
}

const NONE: Counts = {
  informational: 0,
  successful: 0,
  redirection: 0,
  client_error: 0,
  server_error: 0,
  left_out: 0,
}

/** HistogramSpan is what is counted, in milliseconds since 1970, and how wide a bucket is, in seconds. */
export interface HistogramSpan {
  readonly since: number
  readonly until: number
  readonly width: number
}

/** spanOf returns the part of a span for which lines are kept, in at most `buckets` parts. It throws 400 where there is none. */
export function spanOf(
  query: {
    readonly since?: Date | undefined
    readonly until?: Date | undefined
    readonly buckets: number
  },
  now: Date,
): HistogramSpan {
  // What was logged in this millisecond is counted.
  const last = now.getTime() + 1
  const oldest = Math.floor((last - KEEP_DAYS * DAY * 1000) / (DAY * 1000)) * DAY * 1000
  const since = Math.max(
    oldest,
    query.since === undefined ? last - KEEP_DAYS * DAY * 1000 : query.since.getTime(),
  )
  const until = Math.min(last, query.until === undefined ? last : query.until.getTime())
  if (since >= until)
    throw invalidInput(`until must be later than since, and within the last ${KEEP_DAYS} days.`, {
      fields: ['since', 'until'],
    })
  const width = WIDTHS.find((width) => countOf({ since, until, width }) <= query.buckets) ?? DAY
  return { since, until, width }
}

/** bucketsOf returns all buckets of a span from the earliest on; `counted` has those in which there was something. */
export function bucketsOf(
  span: HistogramSpan,
  counted: ReadonlyMap<number, Counts>,
): readonly (Counts & { readonly since: Date })[] {
  const ms = span.width * 1000
  const first = Math.floor(span.since / ms)
  return Array.from({ length: countOf(span) }, (_, at) => ({
    since: new Date((first + at) * ms),
    ...(counted.get(first + at) ?? NONE),
  }))
}

function countOf({ since, until, width }: HistogramSpan): number {
  const ms = width * 1000
  return Math.ceil(until / ms) - Math.floor(since / ms)
}
