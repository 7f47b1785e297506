// What the quiet project does, and how often: a modest pace, whatever becomes of the answers.

/** Operation is one kind of request, or an event from the commit to its arrival over WebSocket. */
export type Operation = (typeof OPERATIONS)[number]['operation']

/** OPERATIONS are all, with the milliseconds from one to the next; a live event comes of each insert. */
export const OPERATIONS = [
  { operation: 'GET by id', everyMs: 20 },
  { operation: 'insert', everyMs: 100 },
  { operation: 'live event', everyMs: 100 },
  { operation: 'query/exec', everyMs: 100 },
  { operation: 'GraphQL', everyMs: 100 },
  { operation: 'sign-up', everyMs: 500 },
] as const

/** Sample is one of them that has been done; `failed` if the answer was not 2xx, or never came. */
export interface Sample {
  readonly operation: Operation
  readonly milliseconds: number
  readonly failed: boolean
}
