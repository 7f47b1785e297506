// What the address of the audit log says.
import { momentIn } from '#ui/lists/span.ts'

/** SPANS are how far back the log is read, in hours. */
export const SPANS = { day: 24, week: 168, month: 720 } as const

/** AuditSearch is the filter of the list, with a span of time or its two ends, and the entry that is open. */
export interface AuditSearch {
  readonly action?: string | undefined
  readonly actor?: string | undefined
  readonly target?: string | undefined
  readonly since?: keyof typeof SPANS | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly entry?: string | undefined
}

const text = (value: unknown) =>
  value === undefined || value === null || value === '' ? undefined : String(value)

/** auditSearchOf reads an address, whatever it says. */
export function auditSearchOf(raw: Record<string, unknown>): AuditSearch {
  const { action, actor, target, since, from, to } = raw
  const entry = text(raw.entry)
  return {
    action: text(action),
    actor: text(actor),
    target: text(target),
    since: since === 'day' || since === 'week' || since === 'month' ? since : undefined,
    from: momentIn(from),
    to: momentIn(to),
    entry: entry !== undefined && /^\d{1,18}$/.test(entry) ? entry : undefined,
  }
}
