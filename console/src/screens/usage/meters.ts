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
