// The ledger, which the database itself keeps balanced and append-only, and the table that follows the payments.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '#modules/payments/payments.fixture.ts'

let shop: Shop
let id: string
beforeAll(async () => {
  shop = await openShop()
  const started = await shop.push({ amount: 250, order_id: 'o-1' })
  id = started.transaction_id
  await shop.act(started.checkout_request_id, 'approve')
  await shop.becomes(id, 'completed')
})
afterAll(() => shop.app.stop())

const admin = (sql: string, values: unknown[] = []) =>
  shop.app.platform.clusters.main.admin.query(sql, values)
const ENTRY = `insert into msingi_payments.entries (posting_id, account_id, amount, currency)
  select posting_id, account_id, 5, currency from msingi_payments.entries limit 1`

describe('the ledger', () => {
  test.each([
    ['an entry alone', ENTRY, 'not balanced'],
    [
      'a posting without entries',
      `insert into msingi_payments.postings (project_id, payment_id, kind, created_at)
       select project_id, id, 'reversal', now() from msingi_payments.payments limit 1`,
      'not balanced',
    ],
    ['a change', 'update msingi_payments.entries set amount = amount * 2', 'append-only'],
    ['a deletion', 'delete from msingi_payments.entries', 'append-only'],
    ['a deleted posting', 'delete from msingi_payments.postings', 'append-only'],
    ['a moved account', `update msingi_payments.accounts set currency = 'USD'`, 'append-only'],
    ['emptying it', 'truncate msingi_payments.entries', 'append-only'],
    [
      'a second posting',
      `insert into msingi_payments.postings (project_id, payment_id, kind, created_at)
       select project_id, payment_id, kind, created_at from msingi_payments.postings limit 1`,
      'duplicate key',
    ],
  ])('refuses %s', async (_what, sql, message) => {
    await expect(admin(sql)).rejects.toThrow(message)
  })

  test('is nobody else’s to read', async () => {
    const sql = 'select * from msingi_payments.entries'
    const exec = await shop.app.api('POST', `/projects/${shop.project.id}/query/exec`, {
      key: shop.project.secret,
      body: { sql },
    })
    expect(exec.status).toBeGreaterThanOrEqual(400)
    const { rows } = await admin(
      `select grantee from information_schema.role_table_grants
       where table_schema = 'msingi_payments' and grantee <> current_user`,
    )
    expect(rows).toEqual([])
  })

  test('is corrected by a reversal, once', async () => {
    const path = `/transactions/${id}/reversal`
    const body = { reason: 'The shoes did not fit.' }
    expect((await shop.call('POST', path, { body })).data.status).toBe('reversed')
    const again = await shop.call('POST', path, { body })
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('reversed')])
    const { data } = await shop.call('GET', '/ledger')
    expect(data.map((one: any) => one.balance)).toEqual([0, 0])
  })
})

describe('payment_transactions', () => {
  // The versions of its row, as the log of changes would show them: one for each transition.
  test('has one change for each transition, also where the table was out of reach meanwhile', async () => {
    const schema = `p_${shop.project.id.replaceAll('-', '')}`
    await admin(`create table ${schema}.seen (at bigint generated always as identity, id uuid, status text, version int);
      create function ${schema}.note() returns trigger language plpgsql security definer as
        $$ begin insert into ${schema}.seen (id, status, version) values (new.id, new.status, new.version); return new; end $$;
      create trigger note after insert or update on ${schema}.payment_transactions
        for each row execute function ${schema}.note()`)
    await admin(`alter table ${schema}.payment_transactions rename to hidden`)
    const started = await shop.push({ amount: 70 })
    await shop.act(started.checkout_request_id, 'approve')
    await shop.becomes(started.transaction_id, 'completed')
    await admin(`alter table ${schema}.hidden rename to payment_transactions`)
    shop.app.clock.advance(60)
    const seen = async () =>
      (
        await admin(`select status, version from ${schema}.seen where id = $1 order by at`, [
          started.transaction_id,
        ])
      ).rows
    await expect.poll(async () => (await seen()).length).toBe(3)
    expect(await seen()).toEqual([
      { status: 'submitting', version: 1 },
      { status: 'pending', version: 2 },
      { status: 'completed', version: 3 },
    ])
    await expect.poll(async () => (await admin('select from msingi_payments.publications')).rowCount).toBe(0)
  })

  test('is gone with the project, and so is the ledger', async () => {
    await shop.app.api('DELETE', `/projects/${shop.project.id}`, { token: shop.project.token })
    await shop.app.platform.jobs.drain()
    for (const table of ['payments', 'entries', 'postings', 'accounts', 'callbacks', 'events'])
      expect((await admin(`select from msingi_payments.${table}`)).rowCount, table).toBe(0)
  })
})
