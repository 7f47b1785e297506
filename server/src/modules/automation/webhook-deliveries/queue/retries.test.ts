// What fails is tried again, by the schedule, until it arrives or is given up.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openWebhooksLab,
  refuse,
  titleOf,
  type WebhooksLab,
} from '#modules/automation/webhook-deliveries/webhooks-lab.fixture.ts'
import { nextAttempt, RETRY_MS, readRetryAfter } from './retries.ts'

let lab: WebhooksLab
beforeAll(async () => {
  lab = await openWebhooksLab()
})
afterAll(() => lab.stop())

const secondsFrom = (at: string) => (Date.parse(at) - lab.app.clock.now().getTime()) / 1000
const disable = (id: string) => lab.call('PATCH', `/${id}`, { enabled: false })

test('a delivery that fails is sent again with the same id, after some seconds', async () => {
  const { id } = await lab.listen('/again')
  lab.receiver.answer((_, response) => refuse(response, lab.receiver.of('/again').length === 1 ? 500 : 200))
  await lab.insert('one')
  const [waiting] = await lab.deliveries(id, ([one]) =>
    expect(one).toMatchObject({ status: 'pending', attempts: 1, response_status: 500 }),
  )
  expect(secondsFrom(waiting.next_attempt_at)).toBeGreaterThanOrEqual(4)
  expect(secondsFrom(waiting.next_attempt_at)).toBeLessThanOrEqual(6)
  lab.app.clock.advance(6)
  const [first, second] = await lab.arrived('/again', 2)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.text).toBe(first?.text)
  await lab.deliveries(id, ([one]) =>
    expect(one).toMatchObject({ status: 'delivered', attempts: 2, error: null, next_attempt_at: null }),
  )
  const { data } = await lab.call('GET', `/${id}/deliveries/${waiting.id}`)
  expect(data.payload).toEqual(first?.body)
  expect(data.tries).toMatchObject([
    {
      number: 1,
      response_status: 500,
      response_body: 'no',
      error: 'The receiver answered 500; a delivery has arrived when the answer is 2xx.',
      next_attempt_at: waiting.next_attempt_at,
      request_headers: { 'webhook-id': waiting.event_id },
    },
    { number: 2, response_status: 200, error: null, next_attempt_at: null },
  ])
  await disable(id)
})

test('Retry-After puts it off', async () => {
  const { id } = await lab.listen('/later')
  lab.receiver.answer((_, response) => refuse(response, 503, { 'retry-after': '3600' }))
  await lab.insert('one')
  const [waiting] = await lab.deliveries(id, ([one]) => expect(one.attempts).toBe(1))
  expect(secondsFrom(waiting.next_attempt_at)).toBeGreaterThan(3590)
  await disable(id)
})

test('it is given up after ten attempts; a webhook that fails for five days is disabled, and that is announced', async () => {
  const { id } = await lab.listen('/dead')
  lab.receiver.answer(({ path }, response) => refuse(response, path === '/dead' ? 500 : 200))
  await lab.insert('one')
  for (let attempts = 1; attempts <= 10; attempts++) {
    await lab.deliveries(id, ([one]) =>
      expect(one).toMatchObject({ attempts, status: attempts === 10 ? 'failed' : 'pending' }),
    )
    lab.app.clock.advance(((RETRY_MS[attempts - 1] ?? 0) * 1.2) / 1000 + 1)
  }
  expect(lab.receiver.of('/dead')).toHaveLength(10)
  expect((await lab.call('GET', `/${id}`)).data.enabled).toBe(true)
  await lab.call('POST', '', { name: 'Watch', url: `${lab.receiver.url}/watch`, events: ['project.*'] })
  lab.app.clock.advance(40 * 3600)
  const [, second] =
    (await lab.insert('two')) && (await lab.deliveries(id, (all) => expect(all[1]?.attempts).toBe(1)))
  expect(second.status).toBe('pending')
  await expect.poll(async () => (await lab.call('GET', `/${id}`)).data.enabled).toBe(false)
  const { disabled_reason } = (await lab.call('GET', `/${id}`)).data
  expect(disabled_reason).toMatch(/^Every attempt since .* has failed\.$/)
  const [announced] = await lab.arrived('/watch', 1)
  expect(announced?.body).toMatchObject({
    type: 'project.webhook_disabled',
    data: { webhook: { id, name: '/dead' }, reason: disabled_reason },
  })
  // Enabled again, it begins anew, with what still waits.
  lab.receiver.answer((_, response) => refuse(response, 200))
  expect((await lab.call('PATCH', `/${id}`, { enabled: true })).data).toMatchObject({
    enabled: true,
    disabled_reason: null,
  })
  lab.app.clock.advance(10)
  await lab.deliveries(id, (all) => expect(all.map(({ status }) => status)).toEqual(['failed', 'delivered']))
  await disable(id)
})

test('410 disables a webhook at once; what waits is kept until it is enabled', async () => {
  const { id } = await lab.listen('/gone')
  lab.receiver.answer((_, response) => refuse(response, 410))
  await lab.insert('one')
  await lab.deliveries(id, ([one]) => expect(one).toMatchObject({ status: 'failed', response_status: 410 }))
  await expect
    .poll(async () => (await lab.call('GET', `/${id}`)).data)
    .toMatchObject({ enabled: false, disabled_reason: 'The receiver answered 410 Gone.' })
  const events = async () => {
    const sql = `select type, data from platform.events where data->>'webhook_id' = $1`
    return (await lab.app.platform.clusters.main.admin.query(sql, [id])).rows
  }
  await expect
    .poll(events)
    .toMatchObject([{ type: 'webhook.disabled', data: { reason: 'The receiver answered 410 Gone.' } }])
  const retry = await lab.call('POST', `/${id}/replay`, {})
  expect([retry.status, retry.body.message]).toEqual([
    409,
    expect.stringContaining('This webhook is disabled.'),
  ])
})

test('the latest of a row waits for those before it where a webhook is ordered; other rows do not', async () => {
  const { id } = await lab.listen('/ordered', { ordered: true })
  let failing = true
  lab.receiver.answer((received, response) =>
    refuse(response, failing && titleOf(received) === 'a1' ? 500 : 200),
  )
  const [a] = await lab.insert('a1')
  await lab.update(a.id, 'a2')
  await lab.update(a.id, 'a3')
  const [b] = await lab.insert('b1')
  await lab.update(b.id, 'b2')
  await lab.deliveries(id, (all) =>
    expect(all.map(({ status }) => status)).toEqual([
      ...['pending', 'pending', 'pending'],
      ...['delivered', 'delivered'],
    ]),
  )
  expect(lab.receiver.of('/ordered').map(titleOf)).toEqual(['a1', 'b1', 'b2'])
  failing = false
  lab.app.clock.advance(6)
  await lab.deliveries(id, (all) => expect(all.every(({ status }) => status === 'delivered')).toBe(true))
  expect(lab.receiver.of('/ordered').map(titleOf)).toEqual(['a1', 'b1', 'b2', 'a1', 'a2', 'a3'])
  // Sent again, they are in order too.
  expect((await lab.call('POST', `/${id}/replay`, { status: 'delivered' })).data).toEqual({ deliveries: 5 })
  await lab.deliveries(id, (all) => expect(all.map(({ attempts }) => attempts)).toEqual([3, 2, 2, 2, 2]))
  const again = lab.receiver.of('/ordered').slice(6).map(titleOf)
  expect(again.filter((title) => title?.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
  // Not ordered any more, nothing waits for anything.
  failing = true
  const [c] = await lab.insert('a1')
  await lab.update(c.id, 'a2')
  await lab.deliveries(id, (all) => expect(all[5]).toMatchObject({ attempts: 1, status: 'pending' }))
  await lab.call('PATCH', `/${id}`, { ordered: false })
  await lab.deliveries(id, (all) => expect(all[6]).toMatchObject({ status: 'delivered' }))
  await disable(id)
})

test('the schedule has jitter, and ends', () => {
  const now = new Date(0)
  expect(nextAttempt(1, now, 0, 0)?.getTime()).toBe(4000)
  expect(nextAttempt(1, now, 0, 1)?.getTime()).toBe(6000)
  expect(nextAttempt(1, now, 60_000, 1)?.getTime()).toBe(60_000)
  expect(nextAttempt(9, now, 1e12, 0.5)?.getTime()).toBe(86_400_000)
  expect(nextAttempt(10, now, 60_000, 0.5)).toBeUndefined()
  expect(readRetryAfter('Thu, 01 Jan 1970 00:01:00 GMT', now)).toBe(60_000)
  expect([readRetryAfter('soon', now), readRetryAfter(null, now), readRetryAfter('-5', now)]).toEqual([
    0, 0, 0,
  ])
})
