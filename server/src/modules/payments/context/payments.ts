// What the parts of payments share: one object, made by the module.

import { announce } from '#modules/payments/evidence/announce.ts'
import { type Applied, differencesOf } from '#modules/payments/evidence/apply.ts'
import { NAMES } from '#modules/payments/evidence/payments.store.ts'
import type { PaymentSettings } from '#modules/payments/model/settings.schema.ts'
import type { ProviderA } from '#modules/payments/providers/provider-a/provider-a.ts'
import type { ProviderB } from '#modules/payments/providers/provider-b/provider-b.ts'
import type { Publisher } from '#modules/payments/publication/publisher.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { afterCommit } from '#platform/work/after-commit.ts'
import type { KeyedAnswers } from './keyed-answers.ts'

/** Payments is what the parts of the module share. */
export interface Payments {
  readonly platform: Platform
  readonly providerA: ProviderA
  readonly providerB: ProviderB
  readonly publisher: Publisher
  /** answers wakes requests that wait for one with the same Idempotency-Key. */
  readonly answers: KeyedAnswers
  /** simulators is the address of the simulators that this server brings along, or undefined where it brings none. */
  simulators(): string | undefined
  /** settings are those of projects, with credentials in the clear. */
  readonly settings: LookupCache<PaymentSettings>
  /** processCallbacks works on the stored callbacks of a project; who asks meanwhile shares one more run. */
  processCallbacks(project: ProjectRecord): Promise<void>
  /** written says that payments, or what is to be done about them, were written: they are looked after when they are due. */
  written(): void
}

/** dbOf returns the administrator's pool on the cluster of a project. */
export function dbOf({ platform }: Payments, project: ProjectRecord) {
  return platform.clusters.of(project).admin
}

/** inTransaction runs `work`, which writes payments, in a transaction on the cluster of a project. */
export async function inTransaction<T>(
  payments: Payments,
  project: ProjectRecord,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  const result = await transaction(dbOf(payments, project), work)
  payments.written()
  return result
}

/**
 * applyInTransaction runs `work` in a transaction on the cluster of a project, and announces what its owner has to look at
 * of the evidence that `work` returns to have applied.
 */
export function applyInTransaction<T extends Applied | readonly Applied[] | undefined>(
  payments: Payments,
  project: ProjectRecord,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  const run = () =>
    inTransaction(payments, project, async (db) => {
      const applied = await work(db)
      const found = [applied ?? []]
        .flat()
        .flatMap((one) => differencesOf(one).map((difference) => ({ ...difference, payment: one.payment })))
      await announce(payments.platform, db, project, found)
      return applied
    })
  return run().catch((error: { constraint?: string }) => {
    // Somebody else has given the name to another payment meanwhile. The next look sees that.
    if (!UNIQUE_NAMES.has(error.constraint ?? '')) throw error
    return run()
  })
}

const UNIQUE_NAMES: ReadonlySet<string> = new Set([
  ...NAMES.map((name) => `payments_${name}`),
  'refunds_receipt',
])

/** publish shows what has changed in the project's table; where that fails, it is tried again later. */
export async function publish({ platform, publisher }: Payments, project: ProjectRecord): Promise<void> {
  await afterCommit(platform.log, `write payment_transactions of ${project.id}`, () =>
    publisher.publish(project),
  )
}
