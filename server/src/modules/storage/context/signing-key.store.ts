// The secret that signs what the server says of new bytes.
import type { Queryable } from '#platform/db/transaction.ts'

/** readSigningKey returns the secret that signs new bytes. */
export async function readSigningKey(db: Queryable): Promise<Buffer> {
  const { rows } = await db.query<{ secret: Buffer }>('select secret from msingi_storage.signing_key')
  if (rows[0] === undefined) throw new Error('the table msingi_storage.signing_key is empty')
  return rows[0].secret
}
