// The SQL of passkeys: table `platform.account_passkeys`.
import type { Queryable } from '#platform/db/transaction.ts'

/** PasskeyRow is a stored passkey; its public key is a COSE key in base64url. */
export interface PasskeyRow {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly credential_id: string
  readonly public_key: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly rp_id: string
  readonly synced: boolean
  readonly created_at: Date
  readonly last_used_at: Date | null
}

const COLUMNS = `id, account_id, name, credential_id, public_key, counter::float8 as counter, transports, rp_id, synced,
  created_at, last_used_at`

/** listPasskeys returns the passkeys of an account, the oldest first. */
export async function listPasskeys(db: Queryable, accountId: string): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>(
    `select ${COLUMNS} from platform.account_passkeys where account_id = $1 order by created_at, id`,
    [accountId],
  )
  return rows
}

/** findPasskey returns the passkey with this credential id at a site. */
export async function findPasskey(
  db: Queryable,
  credentialId: string,
  rpId: string,
): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query<PasskeyRow>(
    `select ${COLUMNS} from platform.account_passkeys where credential_id = $1 and rp_id = $2`,
    [credentialId, rpId],
  )
  return rows[0]
}

/** insertPasskey returns undefined when the credential is registered already. */
export async function insertPasskey(
  db: Queryable,
  row: Omit<PasskeyRow, 'id' | 'last_used_at'>,
): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query<PasskeyRow>(
    `insert into platform.account_passkeys
       (account_id, name, credential_id, public_key, counter, transports, rp_id, synced, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (credential_id) do nothing returning ${COLUMNS}`,
    [
      ...[row.account_id, row.name, row.credential_id, row.public_key, row.counter],
      ...[row.transports, row.rp_id, row.synced, row.created_at],
    ],
  )
  return rows[0]
}

/** renamePasskey returns undefined when the account has no such passkey. */
export async function renamePasskey(
  db: Queryable,
  accountId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query<PasskeyRow>(
    `update platform.account_passkeys set name = $3 where account_id = $1 and id = $2 returning ${COLUMNS}`,
    [accountId, id, name],
  )
  return rows[0]
}

/** deletePasskey returns the passkey, or undefined when the account has no such one. */
export async function deletePasskey(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query<PasskeyRow>(
    `delete from platform.account_passkeys where account_id = $1 and id = $2 returning ${COLUMNS}`,
    [accountId, id],
  )
  return rows[0]
}

/**
 * usePasskey stores the counter of an assertion, and reports whether it may: counters grow, except those of passkeys that
 * do not count, which stay at 0 (WebAuthn, section 6.1.1).
 */
export async function usePasskey(db: Queryable, id: string, counter: number, now: Date): Promise<boolean> {
  const { rows } = await db.query(
    `update platform.account_passkeys set counter = $2, last_used_at = $3
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [id, counter, now],
  )
  return rows.length === 1
}
