// CREATE OR REPLACE where PostgreSQL supports it; otherwise the object is dropped and created again.
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'

/** replaceInPlace reports whether the statement replaced the object; if not, nothing has changed. */
export async function replaceInPlace(
  change: SchemaChange,
  statement: string,
  isUnsupported: (code: string | undefined) => boolean,
  isDone: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { client, ran } = change
  await client.query('savepoint before_replace')
  try {
    await run(change, [statement])
    if (await isDone()) return true
  } catch (error) {
    if (!isUnsupported((error as { code?: string }).code)) throw error
  }
  ran.pop()
  await client.query('rollback to savepoint before_replace')
  return false
}
