// What functions threw, for those who report it.
import type { Queryable } from '#platform/db/transaction.ts'
import { listLines } from './function-log.store.ts'

/** FailedInvocation is an invocation that has failed, with the message of its error. */
export interface FailedInvocation {
  readonly id: string
  readonly function_id: string
  readonly error: string
}

/** findThrown returns what an invocation threw, with its stack in the source, once that is in the function's log. */
export async function findThrown(
  db: Queryable,
  { id, function_id, error }: FailedInvocation,
): Promise<string | undefined> {
  const [line] = await listLines(db, function_id, { level: 'error', invocation_id: id, limit: 1 })
  // A function can log errors that are not what it failed with.
  return line?.message.includes(error) ? line.message : undefined
}
