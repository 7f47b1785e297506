// As whom rows are read: the header X-Msingi-As.

/** ANY_KEY is the caller that stands for whatever publishable key. */
export const ANY_KEY = 'key:publishable'

const CALLER = /^(?:(?:user|key):[0-9a-f-]{36}|key:publishable)$/

/** callerOf reads a caller, `user:<id>`, `key:<id>` or ANY_KEY; anything else is undefined. */
export function callerOf(text: unknown): string | undefined {
  return typeof text === 'string' && CALLER.test(text) ? text : undefined
}

/** asHeader has the server answer as a caller; undefined is the viewer. */
export function asHeader(caller: string | undefined): Record<string, string> {
  return caller === undefined ? {} : { 'x-msingi-as': caller }
}
