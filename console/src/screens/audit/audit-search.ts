// What the address of the audit log says.

/** SPANS are how far back the log is read, in hours. */
export const SPANS = { day: 24, week: 168, month: 720 } as const

/** AuditSearch is the filter of the list, and the entry that is open. */
export interface AuditSearch {
  readonly action?: string | undefined
  readonly actor?: string | undefined
  readonly since?: keyof typeof SPANS | undefined
  readonly entry?: string | undefined
}

const text = (value: unknown) =>
  value === undefined || value === null || value === '' ? undefined : String(value)

/** auditSearchOf reads an address, whatever it says. */
export function auditSearchOf({ action, actor, since, entry }: Record<string, unknown>): AuditSearch {
  const id = text(entry)
  return {
    action: text(action),
    actor: text(actor),
    since: since === 'day' || since === 'week' || since === 'month' ? since : undefined,
    entry: id !== undefined && /^\d{1,18}$/.test(id) ? id : undefined,
  }
}
