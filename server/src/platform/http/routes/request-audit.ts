// What a request carries for the audit log.

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
}
