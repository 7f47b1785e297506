// All that the client does, as one table: it runs in Node and within functions (../calls.test.ts).
import type { ClientCall } from './client-call.fixture.ts'
import { DATA_CALLS } from './data-calls.fixture.ts'
import { FILE_CALLS } from './file-calls.fixture.ts'
import { OTHER_CALLS } from './other-calls.fixture.ts'

/** CALLS are all of them. */
export const CALLS: readonly ClientCall[] = [...DATA_CALLS, ...FILE_CALLS, ...OTHER_CALLS]

/** callOf returns the one of that name. */
export function callOf(name: string): ClientCall {
  const found = CALLS.find((call) => call.name === name)
  if (found === undefined) throw new Error(`There is no call ${name}.`)
  return found
}
