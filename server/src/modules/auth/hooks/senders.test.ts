// Functions that send mail and SMS: with the code and what it is for, by a job that tries again, and without another way.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HooksLab, openHooksLab } from './hooks-lab.fixture.ts'

let lab: HooksLab
beforeAll(async () => {
  lab = await openHooksLab()
  const { id, token } = lab.project
  const columns = [{ name: 'message', data_type: 'jsonb' }]
  await lab.app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'sent', columns } })
})
afterAll(() => lab.app.stop())

const KEEP = `await env.service.from('sent').insert({ message: { type, ...data } })\nreturn new Response(null, { status: 202 })`
const sent = async () =>
  (await lab.app.api('GET', '/data/sent?order=created_at.asc', { key: lab.project.secret })).data.map(
    ({ message }: any) => message,
  )
const outbox = async () => {
  const { id, token } = lab.project
  return (await lab.app.api('GET', `/projects/${id}/auth/outbox`, { token })).data
}
const waiting = async () => {
  const { rows } = await lab.app.platform.clusters.main.admin.query(
    `select state from jobs.job where name = 'auth-own-message' and state <> 'completed'`,
  )
  return rows.map(({ state }) => state)
}

test('a function receives the message and what it was made from; nothing goes another way', async () => {
  await lab.hook('send_sms', KEEP)
  await lab.hook('send_mail', KEEP)
  const { data } = await lab.auth('otp/request', { phone: '+255712000001' })
  await lab.app.platform.jobs.drain()
  expect(await sent()).toEqual([
    {
      type: 'hook.send_sms',
      to: '+255712000001',
      kind: 'otp',
      text: expect.stringContaining(data.otp_code),
      values: { code: data.otp_code, minutes: '10', project: expect.any(String) },
    },
  ])
  await lab.signUp(1)
  await lab.auth('reset-password', { email: 'u1@example.com' })
  await lab.auth('reset-password', { email: 'nobody@example.com' })
  await lab.app.platform.jobs.drain()
  const [, mail, ...others] = await sent()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    ...{ type: 'hook.send_mail', to: 'u1@example.com', kind: 'reset_password' },
    ...{ subject: expect.any(String), values: { code: expect.stringMatching(/^\d{6}$/) } },
  })
  expect(await outbox()).toEqual([])
})

test('what a function does not take is tried again, and goes no other way', async () => {
  await lab.hook('send_sms', `return new Response('', { status: 500 })`)
  await lab.auth('otp/request', { phone: '+255712000002' })
  await expect(lab.app.platform.jobs.drain()).rejects.toThrow('The function answered 500.')
  expect(await waiting()).toEqual(['retry'])
  expect(await outbox()).toEqual([])
})

test('without the hook, messages go the usual way', async () => {
  await lab.hooks({ send_sms: null })
  await lab.auth('otp/request', { phone: '+255712000003' })
  await lab.app.platform.jobs.drain()
  expect(await outbox()).toMatchObject([{ channel: 'sms', to: '+255712000003' }])
})
