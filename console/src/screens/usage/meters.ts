// The figures of a period, and how each is written.
import type { UsagePeriod } from '#api/client/schemas.ts'
import type { Format } from '#i18n/format.ts'
import type { Messages } from './messages.ts'

/** Meter is the name of a figure. */
export type Meter = Exclude<keyof UsagePeriod, 'period'>

/** meterOf returns the meter of that name, if there is one. */
export function meterOf(name: unknown, m: Messages): Meter | undefined {
  return (Object.keys(m.meters) as Meter[]).find((meter) => meter === name)
}

/** writeFigure writes a figure with its unit. */
export function writeFigure(meter: Meter, value: number, m: Messages, format: Format): string {
  if (meter.endsWith('_bytes')) return format.bytes(value)
  if (meter.endsWith('_ms')) return m.milliseconds(format.number(value))
  return format.number(value)
}

// These are counted once, or are the most of the month: more days do not add up.
const NOT_ADDED: readonly Meter[] = ['active_users', 'database_rows', 'database_bytes', 'storage_bytes']

/** forecastOf returns what a month comes to at the rate of its days until now, in UTC; undefined where days do not add up. */
export function forecastOf(meter: Meter, used: number, now: Date): number | undefined {
  if (NOT_ADDED.includes(meter)) return undefined
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth())
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
  const share = (now.getTime() - first) / (next - first)
  return share > 0 ? Math.round(used / share) : undefined
}
