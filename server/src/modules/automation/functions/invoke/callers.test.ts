// Who may call a function, who it is told that calls, and with whose rights it calls the API.
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

const code = handler(`return Response.json(ctx.caller)`)
const request = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${lab.base}${new URL(url).pathname}`, { headers })
let user: { id: string; token: string }
beforeAll(async () => {
  const signed = await lab.app.api('POST', `/projects/${lab.project.id}/auth/signup`, {
    key: lab.project.secret,
    body: {
      email: 'amina@example.com',
      password: 'correct1horse',
      full_name: 'Amina',
      phone: '+255700000001',
    },
  })
  user = { id: signed.data.user.id, token: signed.data.tokens.access_token }
})

test('decides who may call over HTTP, and the function knows who it is', async () => {
  const urls = new Map<string, string>()
  for (const access of ['private', 'authenticated', 'public'])
    urls.set(access, (await deployed({ name: `As ${access}`, access, code })).url)
  const other = await lab.app.createProject()
  const callers: Record<string, [headers: Record<string, string>, statuses: number[], seen: object]> = {
    nobody: [{}, [401, 401, 200], { type: 'anonymous', id: null }],
    basic: [{ authorization: 'Basic eDp5' }, [401, 401, 200], { type: 'anonymous' }],
    publishable: [
      { 'x-platform-api-key': lab.project.publishable },
      [403, 403, 200],
      { kind: 'publishable' },
    ],
    user: [
      { authorization: `Bearer ${user.token}` },
      [403, 200, 200],
      { type: 'user', id: user.id, email: 'amina@example.com' },
    ],
    secret: [
      { 'x-platform-api-key': lab.project.secret },
      [200, 200, 200],
      { type: 'api_key', kind: 'secret' },
    ],
    dashboard: [{ authorization: `Bearer ${lab.project.token}` }, [200, 200, 200], { type: 'dashboard' }],
    'key of another project': [
      { 'x-platform-api-key': other.secret },
      [401, 401, 200],
      { type: 'anonymous' },
    ],
  }
  for (const [name, [headers, statuses, seen]] of Object.entries(callers)) {
    const answers = await Promise.all([...urls.values()].map((url) => request(url, headers)))
    expect(
      answers.map(({ status }) => status),
      name,
    ).toEqual(statuses)
    expect(await answers[2]?.json(), name).toMatchObject(seen)
  }
  const wrong = (urls.get('public') as string).replace(lab.project.id, other.id)
  expect((await request(wrong)).status).toBe(404)
})

test('headers of the server cannot be forged', async () => {
  const { url } = await deployed({ name: 'Forged', access: 'public', code })
  const forged = Buffer.from(JSON.stringify({ caller: { type: 'dashboard' } })).toString('base64')
  const answer = await request(url, { 'x-msingi-fn-call': forged, 'x-msingi-fn-worker': 'x' })
  expect(await answer.json()).toEqual({ type: 'anonymous', id: null })
})

test('env.msingi acts as the caller, under their policies, and env.service as the project', async () => {
  await lab.app.api('POST', `/projects/${lab.project.id}/tables`, {
    token: lab.project.token,
    body: {
      name: 'notes',
      columns: [
        { name: 'text', data_type: 'string' },
        { name: 'user_id', data_type: 'uuid' },
      ],
    },
  })
  const { data: tables } = await lab.app.api('GET', `/projects/${lab.project.id}/tables`, {
    token: lab.project.token,
  })
  const table = tables.find(({ slug }: { slug: string }) => slug === 'notes')
  await lab.app.api('POST', `/projects/${lab.project.id}/tables/${table.id}/rls`, {
    token: lab.project.token,
    body: { action: 'select', subject: 'owner', effect: 'allow' },
  })
  await lab.app.api('POST', '/data/notes', {
    key: lab.project.secret,
    body: [
      { text: 'mine', user_id: user.id },
      { text: 'not mine', user_id: crypto.randomUUID() },
    ],
  })
  const { url } = await deployed({
    name: 'Notes',
    access: 'public',
    code: handler(`const texts = async (client) => {
          try { return (await client.from('notes').order('text')).map((row) => row.text) }
          catch (error) { return error.status }
        }
        return Response.json([await texts(env.msingi), await texts(env.service)])`),
  })
  const all = ['mine', 'not mine']
  expect(await (await request(url, { authorization: `Bearer ${user.token}` })).json()).toEqual([
    ['mine'],
    all,
  ])
  expect(await (await request(url, { 'x-platform-api-key': lab.project.secret })).json()).toEqual([all, all])
  expect(await (await request(url)).json()).toEqual([401, all])
  expect(await (await request(url, { authorization: `Bearer ${lab.project.token}` })).json()).toEqual([
    all,
    all,
  ])
})

test('the key behind env.service is worth nothing but over the channel of its own project', async () => {
  const stranger = await lab.app.createProject()
  const thief = {
    name: 'Thief',
    access: 'public',
    // What any package in a function can do.
    code: handler(`const { env: raw } = await import('cloudflare:workers')
      const given = await request.text()
      if (given !== '') {
        const headers = { 'x-platform-api-key': given }
        return new Response((await raw.msingi.fetch('https://x/api/v1/data/users', { headers })).status)
      }
      let key
      const set = Headers.prototype.set
      Headers.prototype.set = function (name, value) { if (String(value).startsWith('msk_')) key = value; return set.call(this, name, value) }
      const rows = await env.service.from('users').limit(1)
      return Response.json({ key, rows: Array.isArray(rows) })`),
  }
  const { url } = await deployed(thief)
  const stolen = (await (await request(url)).json()) as { key: string; rows: boolean }
  expect(stolen).toEqual({ key: expect.stringMatching(/^msk_service_/), rows: true })

  const outside = [
    { 'x-platform-api-key': stolen.key },
    { authorization: `Bearer ${stolen.key}` },
    { 'x-platform-api-key': stolen.key, 'x-msingi-fn-call': 'x', host: 'control' },
  ]
  for (const path of [
    '/data/users',
    `/projects/${lab.project.id}/functions`,
    `/projects/${lab.project.id}/realtime/events?api_key=${stolen.key}`,
  ])
    for (const headers of outside) {
      const answer = await fetch(`${lab.base}/api/v1${path}`, { headers })
      expect(answer.status, path).toBe(401)
    }
  // Nor over the channel of another project, whose own key is another.
  const other = bound(() => ({ ...lab, project: stranger }))
  const elsewhere = await other.deployed(thief)
  const send = (to: string) =>
    fetch(`${lab.base}${new URL(to).pathname}`, { method: 'POST', body: stolen.key })
  expect(await (await send(elsewhere.url)).text()).toBe('401')
  expect(await (await send(url)).text()).toBe('200')
})
