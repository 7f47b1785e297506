// What other things use is not deleted in passing: 409 with what uses it; with force it is taken off there, as far as it can be.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'

let lab: FunctionsLab
const { deployed } = bound(() => lab)
beforeAll(async () => {
  lab = await openFunctions()
})
afterAll(() => lab.app.stop())

const owner = async (method: string, path: string, body?: object) => {
  const { id, token } = lab.project
  const answer = await lab.app.api(method, `/projects/${id}${path}`, { token, ...(body && { body }) })
  expect(answer.status, answer.text).not.toBe(500)
  return answer
}
const made = async (path: string, body: object) => {
  const answer = await owner('POST', path, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.data
}
const reading = (key: string, environment = 'production') =>
  deployed({ name: `Reads ${key}`, environment, code: handler(`return new Response(env.${key})`) })

/** Used is a thing with all that uses it, and what is to be seen once it was deleted by force. */
interface Used {
  readonly path: string
  readonly uses: readonly string[]
  readonly left?: () => Promise<unknown>
  readonly after?: unknown
}

const USED: Readonly<Record<string, () => Promise<Used>>> = {
  async 'a function that cron jobs and auth hooks call'() {
    const { id, slug } = await deployed({ name: 'Nightly', code: handler('return new Response()') })
    const target = { schedule: '0 3 * * *', target_type: 'function', function_slug: slug }
    const job = await made('/cron', { name: 'Close the books', ...target })
    await made('/cron', { name: 'Resting', ...target, enabled: false })
    expect((await owner('PUT', '/auth/hooks', { access_token: slug, send_sms: slug })).status).toBe(200)
    return {
      path: `/functions/${id}`,
      uses: ['auth hook access_token', 'auth hook send_sms', 'cron job Close the books'],
      left: async () => [
        (await owner('GET', '/auth/hooks')).data,
        (await owner('GET', `/cron/${job.id}`)).data.enabled,
      ],
      after: [{ before_signup: null, access_token: null, send_mail: null, send_sms: null }, false],
    }
  },
  async 'a role that users have'() {
    const role = await made('/roles', { name: 'cashier' })
    const user = await made('/auth/users', { email: 'asha@example.com', role_ids: [role.id] })
    return {
      path: `/roles/${role.id}`,
      uses: ['end users (1)'],
      left: async () => (await owner('GET', `/users/${user.id}/roles`)).data,
      after: [],
    }
  },
  async 'a secret that a function reads'() {
    await reading('STRIPE_KEY')
    const secret = await made('/secrets', { key: 'STRIPE_KEY', value: 'sk_live' })
    return { path: `/secrets/${secret.id}`, uses: ['function reads-stripe-key'] }
  },
  async 'an environment variable that a function of its environment reads'() {
    await reading('SHOP', 'preview')
    const variable = await made('/env', { key: 'SHOP', value: 'duka', environment: 'preview' })
    return { path: `/env/${variable.id}`, uses: ['function reads-shop'] }
  },
}

test.each(Object.entries(USED))('%s is deleted by force alone', async (_, make) => {
  const { path, uses, left, after } = await make()
  const refused = await owner('DELETE', path)
  expect([refused.status, refused.body.code], refused.text).toEqual([409, 'in_use'])
  const { used_by, force } = refused.body.details
  expect(
    used_by.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`).toSorted(),
  ).toEqual(uses)
  expect(force).toBe(true)
  for (const use of uses) expect(refused.body.message).toContain(use)
  expect((await owner('DELETE', `${path}?force=true`)).status).toBe(204)
  expect(await left?.()).toEqual(after)
  expect((await owner('DELETE', path)).status).toBe(404)
})

test('a role that policies name stays until they are changed, force or not', async () => {
  const role = await made('/roles', { name: 'auditor' })
  const table = await made('/tables', { name: 'books', columns: [{ name: 'title', data_type: 'text' }] })
  const policies = `/tables/${table.id}/rls`
  const policy = await made(policies, { action: 'select', subject: 'role', role_ids: [role.id] })
  for (const query of ['', '?force=true']) {
    const refused = await owner('DELETE', `/roles/${role.id}${query}`)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'in_use',
        details: { force: false, used_by: [{ kind: 'policy', id: policy.id, name: 'books (select)' }] },
      },
    })
    expect(refused.body.message).not.toContain('force')
  }
  await owner('DELETE', `${policies}/${policy.id}`)
  expect((await owner('DELETE', `/roles/${role.id}`)).status).toBe(204)
})

test('what only looks alike is no use', async () => {
  await deployed({ name: 'Other', code: handler(`return new Response('MY_TOKENS and XMY_TOKEN')`) })
  await reading('TILL')
  const { id: token } = await made('/secrets', { key: 'MY_TOKEN', value: 'x' })
  expect((await owner('DELETE', `/secrets/${token}`)).status).toBe(204)
  // The function runs in another environment.
  const { id: till } = await made('/env', { key: 'TILL', value: '3', environment: 'development' })
  expect((await owner('DELETE', `/env/${till}`)).status).toBe(204)
})

test.each(['before_signup', 'function_slug'])(
  'a function that was never deployed is no %s',
  async (field) => {
    const { slug } = await made('/functions', { name: `Draft for ${field}` })
    const job = { name: 'Draft', schedule: '0 3 * * *', target_type: 'function', function_slug: slug }
    const refused =
      field === 'function_slug'
        ? await owner('POST', '/cron', job)
        : await owner('PUT', '/auth/hooks', { [field]: slug })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      `${field}: the function ${slug} was never deployed. Deploy it first.`,
    ])
  },
)
