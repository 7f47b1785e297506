// Imports of statements are listed and can be undone: what they have raised closes, and may be raised again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addShop, openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { HEAD, lineOf, paid } from './statement.fixture.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.app.stop())

const at = () => shop.app.clock.now().toISOString()

async function importing(of: Shop, lines: readonly string[]) {
  const body = { provider: 'provider_a', csv: [HEAD, ...lines].join('\n') }
  const sent = await of.call('POST', '/reconciliation/statements', { body })
  expect(sent.status, sent.text).toBe(200)
  return sent.data
}
const imports = async (of: Shop) => (await of.call('GET', '/reconciliation/imports')).data as any[]
const undo = async (of: Shop, id: string) => (await of.call('DELETE', `/reconciliation/imports/${id}`)).status
const differences = async (of: Shop, state = 'open') =>
  (await of.call('GET', `/reconciliation?state=${state}`)).data.differences as any[]
const causes = async (of: Shop) => (await differences(of)).map(({ cause }) => cause).toSorted()
const transaction = async (of: Shop, id: string) => (await of.call('GET', `/transactions/${id}`)).data

test('what an import has raised closes with it, and is raised again by the next', async () => {
  const own = await addShop(shop.app)
  const begin = at()
  const [listed, mismatch, back, missing] = [
    await paid(own, 31),
    await paid(own, 32),
    await paid(own, 33),
    await paid(own, 34),
  ]
  const lines = [
    lineOf('STRANGER30', begin, '5.00'),
    lineOf(listed.receipt, at(), '31.00', listed),
    lineOf(mismatch.receipt, at(), '32.50', mismatch),
    lineOf(back.receipt, at(), '33.00', back),
    `BACK000033,${at()},Reversal of ${back.receipt},Completed,,-33.50,`,
  ]
  const raised = ['amount_mismatch', 'not_on_statement', 'not_ours', 'refund_mismatch']
  for (const round of [1, 2]) {
    const { others, ...done } = await importing(own, lines)
    expect(await causes(own), `round ${round}`).toEqual(raised)
    expect(await imports(own)).toEqual([done])
    const found = await own.call('GET', `/reconciliation/imports/${done.id}`)
    expect(found.data).toEqual({ ...done, others })
    expect(done).toMatchObject({
      lines: 5,
      counts: { matched: 2, reversal: 1 },
      by: expect.stringMatching(/^api_key:/),
    })
    expect((await transaction(own, mismatch.id)).alert).toBe('amount_mismatch')
    expect(await undo(own, done.id)).toBe(204)
    expect([await causes(own), await imports(own), await undo(own, done.id)]).toEqual([[], [], 404])
    for (const { closed_by, note } of await differences(own, 'closed'))
      expect([closed_by, note]).toEqual([done.by, 'The import of the statement was undone.'])
    for (const { id } of [mismatch, back, missing])
      expect(await transaction(own, id)).toMatchObject({ status: 'completed', alert: null })
  }
})

test('the same statement once more brings nothing of its own, and what was completed stays so', async () => {
  const own = await addShop(shop.app)
  await shop.faults({ lose_response: 1, drop_callback: 1 })
  const open = await own.push({ amount: 35 })
  const lost = await transaction(own, open.transaction_id)
  await shop.faults({})
  const lines = [lineOf('LOST000035', at(), '35.00', lost), lineOf('STRANGER35', at(), '5.00')]
  const [first, again] = [await importing(own, lines), await importing(own, lines)]
  expect([first.counts.settled, again.counts.settled, again.counts.matched]).toEqual([1, 0, 1])
  expect([await undo(own, again.id), await causes(own)]).toEqual([204, ['not_ours']])
  expect([await undo(own, first.id), await causes(own)]).toEqual([204, []])
  expect((await transaction(own, lost.id)).status).toBe('completed')
})

test('a payment that a wrong statement had listed is found missing again', async () => {
  const own = await addShop(shop.app)
  const begin = at()
  const [listed, missing] = [await paid(own, 36), await paid(own, 37)]
  const right = [lineOf('STRANGER36', begin, '5.00'), lineOf(listed.receipt, at(), '36.00', listed)]
  await importing(own, right)
  const wrong = await importing(own, [lineOf(missing.receipt, at(), '37.00', missing)])
  expect(await causes(own)).toEqual(['not_ours'])
  await undo(own, wrong.id)
  await importing(own, right)
  expect(await causes(own)).toEqual(['not_on_statement', 'not_ours'])
})

test('an import is of its project, and what somebody has closed stays as it is', async () => {
  const own = await addShop(shop.app)
  const { id } = await importing(own, [lineOf('STRANGER38', at(), '5.00')])
  const [{ id: difference }] = (await differences(own)) as [{ id: string }]
  await own.call('POST', '/reconciliation/close', { body: { ids: [difference], note: 'A gift.' } })
  expect(await undo(shop, id)).toBe(404)
  expect(await undo(own, id)).toBe(204)
  expect(await differences(own, 'closed')).toMatchObject([{ note: 'A gift.' }])
  expect((await own.call('DELETE', '/reconciliation/imports/none')).status).toBe(400)
})
