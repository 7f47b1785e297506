// Callbacks of providers, each of which settles a payment with its ledger lines, against a bare handler that inserts a row.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { signB } from '../../server/src/modules/payments/providers/provider-b/signature-b.ts'
import { SIMULATED_B } from '../../server/src/modules/simulators/simulated-accounts.service.ts'
import { benchConfirmations } from './confirmations.ts'
import { createProject, product, signUp } from './lab/client.ts'
import { openLab } from './lab/lab.ts'
import { encodeRequest } from './lab/load.ts'
import { setStage } from './lab/stage.ts'
import { type Case, compare, ROUNDS } from './requests/requests.ts'

const PAYMENTS = 120_000
const WARM_UP = 2000

const STORED = `
insert into msingi_payments.payments (id, project_id, provider, kind, environment, status, amount, currency, metadata,
  account_reference, reference, request, details, created_at, updated_at)
select id, $1, 'provider_b', 'direct', 'sandbox', 'pending', 5000, 'TZS', '{}', id, 'pay_' || id, '{}', '{}', now(), now()
from unnest($2::uuid[]) as p(id)`

// What clients see of them follows each transition.
const insertShown = (table: string) => `
insert into ${table} (id, version, provider, kind, environment, status, amount, currency, metadata, reference, created_at,
  updated_at)
select id, 1, 'provider_b', 'direct', 'sandbox', 'pending', 5000, 'TZS', '{}', 'pay_' || id, now(), now()
from unnest($1::uuid[]) as p(id)`

const WAITING = `select (select count(*) from msingi_payments.callbacks where processed_at is null)
  + (select count(*) from msingi_payments.publications) as waiting`

/** benchPayments measures callbacks, unless there are to be no rounds, and how long so many payments in a minute wait. */
export async function benchPayments(
  rounds: number = ROUNDS,
  [payments]: readonly string[] = [],
): Promise<void> {
  if (rounds > 0) await benchCallbacks(rounds)
  await benchConfirmations(payments === undefined ? undefined : Number(payments))
}

async function benchCallbacks(rounds: number): Promise<void> {
  const lab = await openLab()
  const client = new pg.Client(lab.connection)
  await client.connect()
  const account = await signUp(() => lab.msingi.base)
  const stage = await setStage(lab, account, 1)
  try {
    const { id: project } = await createProject(account)
    const ids = Array.from({ length: PAYMENTS }, () => randomUUID())
    await client.query(STORED, [project, ids])
    const shown = `p_${project.replaceAll('-', '')}.payment_transactions`
    await client.query(insertShown(shown), [ids])
    await client.query(`analyze msingi_payments.payments, ${shown}`)
    const money = { value: 5000, currency: 'TZS' }
    let sent = 0
    const requestOf = (id: string) => {
      const data = { reference: `pay_${id}`, amount: money, metadata: { transaction_id: id } }
      // The bare handler takes what it knows of it.
      const body = JSON.stringify({ id: randomUUID(), type: 'payment.completed', data, ...product(1) })
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = signB(SIMULATED_B.webhook_secret, timestamp, Buffer.from(body))
      const headers = [`x-webhook-timestamp: ${timestamp}`, `x-webhook-signature: ${signature}`]
      return encodeRequest('POST', `/api/v1/webhooks/provider_b/${project}/callback`, '', body, headers)
    }
    const callback: Case = {
      name: 'callback',
      target: 0.5,
      bare: stage.bare,
      next: () => requestOf(ids[sent++] ?? raise('there are too few payments for so many callbacks')),
      bareNext: () => requestOf(randomUUID()),
      settled: async () => {
        while (Number((await client.query(WAITING)).rows[0].waiting) > 0) await sleep(20)
      },
      warmUp: WARM_UP,
    }
    await compare(lab, callback, rounds)
    const { rows } = await client.query(
      `select count(*) filter (where status = 'completed')::int as completed, (select count(*)::int
         from msingi_payments.postings) as postings from msingi_payments.payments`,
    )
    const { completed, postings } = rows[0]
    console.log(`  ${sent} callbacks sent, ${completed} payments completed, ${postings} in the ledger`)
  } finally {
    await client.end()
    await stage.bare.stop()
    await lab.stop()
  }
}

function raise(message: string): never {
  throw new Error(message)
}
