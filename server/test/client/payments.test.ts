// client.payments: starting payments and waiting for them, live and by asking.
import type { Client } from '@msingi/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AMINA, type Library, openLibrary } from './client.fixture.ts'

let library: Library
let client: Client<any>

beforeAll(async () => {
  library = await openLibrary()
  const { app, project } = library
  const body = { is_active: true, provider_a_queries_per_minute: 6000 }
  await app.api('PUT', `/projects/${project.id}/payments/settings`, { key: project.secret, body })
  await app.api('PUT', '//simulators/faults', { body: { queries_per_minute: 60_000 } })
  client = library.open() as Client<any>
  await client.auth.signUp(AMINA)
})
afterAll(() => library.app.stop())

const push = () => client.payments.push({ phone: '0712345678', amount: 100, description: 'Kitabu' })
const act = async (action: string) => {
  const { app } = library
  const prompts = await app.api('GET', '//simulators/prompts')
  const [prompt] = prompts.body as any
  await app.api('POST', `//simulators/prompts/${prompt.id}`, { body: { action } })
}

test('a payment that the payer approves is seen live', async () => {
  const { transaction_id, status } = await push()
  expect(status).toBe('pending')
  const waiting = client.payments.wait(transaction_id)
  await act('approve')
  const done = await waiting
  expect([done.status, done.amount, done.receipt]).toEqual(['completed', 100, expect.any(String)])
})

test('one that the payer declines is seen by asking where nothing is live', async () => {
  const { base, project, app } = library
  const { createClient } = await import('@msingi/client')
  const blind = createClient(base, {
    project: project.id,
    key: project.secret,
    fetch: (input, init) =>
      String(input).includes('/realtime/') ? Promise.reject(new TypeError('offline')) : fetch(input, init),
  })
  app.clock.advance(1)
  const { transaction_id } = await push()
  await act('decline')
  expect((await blind.payments.wait(transaction_id)).status).toBe('cancelled')
})

test('waiting ends with the signal, and with an error for a payment that is not there', async () => {
  const { transaction_id } = await push()
  const stop = new AbortController()
  const waiting = client.payments.wait(transaction_id, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await expect(client.payments.wait(crypto.randomUUID())).rejects.toMatchObject({ status: 404 })
})

test('the same key asks the payer once', async () => {
  const input = { phone: '0712345678', amount: 5, description: 'x' }
  const [first, again] = [
    await client.payments.push(input, { idempotencyKey: 'k' }),
    await client.payments.push(input, { idempotencyKey: 'k' }),
  ]
  expect(again).toEqual(first)
})
