// What a request carries for the audit log.

/** AuditEntry is what was done: `action` is `<area>.<verb>`, `target` the id of what it was done to. */
export interface AuditEntry {
  readonly action: string
  readonly target: string
  readonly details?: Readonly<Record<string, unknown>>
  /** title is what people call the target, where no state says it. */
  readonly title?: string
  /** before and after are the state that was changed, where the API has no GET of it. */
  readonly before?: unknown
  readonly after?: unknown
}

/** RouteAudit is which changes that a route makes are in the audit log, and with what. Those of dashboard users always are. */
export interface RouteAudit {
  /**
   * keys is false for what projects are for, such as rows and files: keys change it all the time, and its module writes what has
   * to be known of that. What was sent is in no entry then, since it may be large.
   */
  readonly keys: boolean
  /** states is whose changes have the state before and after. Rows may be large, and have a history of their own. */
  readonly states: 'everybody' | 'people' | 'nobody'
}

/** EVERY_CHANGE is in the log with its states, whoever makes it. */
export const EVERY_CHANGE: RouteAudit = { keys: true, states: 'everybody' }

/** RequestAudit is what a request leaves in the audit log. */
export interface RequestAudit {
  /** area is what the request changes, in one word, or undefined where it changes nothing that is audited. */
  area: string | undefined
  /** before is the state of what the request is about, as it was before. */
  before: unknown
  /** isAwaited is whether the state after the change is still to be read. */
  isAwaited: boolean
  /** isRecorded is whether the request has left an entry of its own. */
  isRecorded: boolean
  /** open are the ids of entries that still get the state after the change. */
  readonly open: string[]
  /** details are added to the entry, which is written whatever the answer is by then. */
  details: AuditEntry['details']
  /** committed is the entry of a change that is committed already, written before the request is answered. */
  committed: AuditEntry | undefined
}
