// Deleting the own account.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guard, logIn, nextCode, PASSWORD } from '#modules/tenancy/accounts/accounts.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const remove = (token: string, body: object = { current_password: PASSWORD }) =>
  app.api('DELETE', '/me', { token, body })
const make = async (token: string, path: string, body: object) =>
  (await app.api('POST', path, { token, body })).data
const organisationsOf = async (token: string) => (await app.api('GET', '/organisations', { token })).data

test('ends every session, frees the address, and takes the personal organisation along', async () => {
  const person = await app.register()
  const [personal] = await organisationsOf(person.token)
  expect((await remove(person.token, {})).status).toBe(400)
  expect((await remove(person.token, { current_password: 'wrong horse 1' })).status).toBe(403)
  expect((await remove(person.token)).status).toBe(204)
  expect((await app.api('GET', '/me', { token: person.token })).status).toBe(401)
  expect((await logIn(app, person)).status).toBe(401)
  const { rows } = await app.platform.clusters.main.admin.query(
    'select from platform.organisations where id = $1',
    [personal.id],
  )
  expect(rows).toHaveLength(0)
  await app.register(person.user.email)
})

test('requires the second factor where there is one', async () => {
  const person = await guard(app, await app.register())
  expect((await remove(person.token)).status).toBe(400)
  expect((await remove(person.token, { code: nextCode(app, person.secret) })).status).toBe(204)
})

test('is refused to the only owner of an organisation with projects, which is named', async () => {
  const { token } = await app.register()
  const organisation = await make(token, '/organisations', { name: 'Duka Ltd' })
  await make(token, '/projects', { name: 'Shop', organisation_id: organisation.id })
  const refused = await remove(token)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain('Duka Ltd')
  expect(refused.body.details).toEqual({ organisations: [{ id: organisation.id, name: 'Duka Ltd' }] })
  expect(await organisationsOf(token)).toHaveLength(2)
})

test('is refused to the only owner of an organisation with others, and leaves one with another owner', async () => {
  const [one, two] = [await app.register(), await app.register()]
  const organisation = await make(one.token, '/organisations', { name: 'Together' })
  const members = `/organisations/${organisation.id}/members`
  await make(one.token, members, { email: two.user.email, role: 'developer' })
  expect((await remove(one.token)).status).toBe(409)
  const promote = { token: one.token, body: { role: 'owner' } }
  expect((await app.api('PATCH', `${members}/${two.user.id}`, promote)).status).toBe(200)
  expect((await remove(one.token)).status).toBe(204)
  expect((await app.api('GET', members, { token: two.token })).data).toMatchObject([
    { email: two.user.email },
  ])
  const log = await app.api('GET', '/audit-logs?action=members.delete', { token: two.token })
  expect(log.data[0]).toMatchObject({ target: one.user.id, before: { email: one.user.email } })
})

test('of two owners who delete their accounts at the same moment, one stays', async () => {
  const [one, two] = [await app.register(), await app.register()]
  const organisation = await make(one.token, '/organisations', { name: 'Couple' })
  const members = `/organisations/${organisation.id}/members`
  await make(one.token, members, { email: two.user.email, role: 'owner' })
  await make(one.token, '/projects', { name: 'Shop', organisation_id: organisation.id })
  const answers = await Promise.all([remove(one.token), remove(two.token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
})
