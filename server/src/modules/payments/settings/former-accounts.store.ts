// The SQL of accounts that a project used until lately: what was started with them is asked about with them, so that a
// change of the settings strands no payment. They are kept, sealed, for as long as a payment can be open.
import { LIMITS, type ProviderName } from '#modules/payments/model/money.ts'
import type { PaymentSettings } from '#modules/payments/model/settings.schema.ts'
import type { Seal } from '#platform/crypto/sealed.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { accountIn } from './accounts.ts'

// A session lasts a day at most, and is asked about for another one.
const KEPT_MS = 3 * 24 * 60 * 60 * 1000
const MOST = 20

/** Replaced is the settings of a project before and after a change. */
export interface Replaced {
  readonly before: PaymentSettings
  readonly next: PaymentSettings
}

/** keepFormerAccounts keeps the accounts that a change replaces, within its transaction; the oldest of too many are forgotten. */
export async function keepFormerAccounts(
  db: Queryable,
  seal: Seal,
  projectId: string,
  { before, next }: Replaced,
  at: Date,
): Promise<void> {
  for (const provider of Object.keys(LIMITS) as ProviderName[]) {
    const { account, settings } = accountIn(before, provider)
    if (account === accountIn(next, provider).account) continue
    await db.query(
      `insert into platform.former_payment_accounts (project_id, account, sealed, replaced_at) values ($1, $2, $3, $4)
       on conflict (project_id, account) do update set replaced_at = excluded.replaced_at`,
      [projectId, account, seal.seal(JSON.stringify(settings), placeOf(projectId, account)), at],
    )
  }
  await db.query(
    `delete from platform.former_payment_accounts where project_id = $1 and (replaced_at < $2 or account not in
       (select account from platform.former_payment_accounts where project_id = $1
        order by replaced_at desc, account limit $3))`,
    [projectId, new Date(at.getTime() - KEPT_MS), MOST],
  )
}

/** readFormerAccounts returns the settings of all former accounts of a project or of one, the latest first. */
export async function readFormerAccounts(
  db: Queryable,
  seal: Seal,
  projectId: string,
  account: string | undefined,
  now: Date,
): Promise<Partial<PaymentSettings>[]> {
  const { rows } = await db.query<{ account: string; sealed: string }>(
    `select account, sealed from platform.former_payment_accounts
     where project_id = $1 and replaced_at >= $2 and ($3::text is null or account = $3) order by replaced_at desc`,
    [projectId, new Date(now.getTime() - KEPT_MS), account ?? null],
  )
  return rows.map(({ account: name, sealed }) => JSON.parse(seal.open(sealed, placeOf(projectId, name))))
}

function placeOf(projectId: string, account: string): string {
  return `${projectId}/${account}`
}
