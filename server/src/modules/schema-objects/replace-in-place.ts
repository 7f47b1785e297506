// CREATE OR REPLACE, where PostgreSQL can; what it cannot is dropped and made anew.
import { run, type SchemaChange } from '#modules/schema/change/schema-change.service.ts'

/** replaceInPlace runs a statement and says whether that did it; where it did not, nothing has changed. */
export async function replaceInPlace(
  change: SchemaChange,
  statement: string,
  isBeyond: (code: string | undefined) => boolean,
  isDone: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { client, ran } = change
  await client.query('savepoint before_replace')
  try {
    await run(change, [statement])
    if (await isDone()) return true
  } catch (error) {
    if (!isBeyond((error as { code?: string }).code)) throw error
  }
  ran.pop()
  await client.query('rollback to savepoint before_replace')
  return false
}
