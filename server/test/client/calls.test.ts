// All that the TypeScript client does comes to the same in Node and within a function, whoever the caller is.
import { readFile } from 'node:fs/promises'
import type { Client } from '@msingi/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLS, callOf } from './calls/calls.fixture.ts'
import { ECHO } from './calls/other-calls.fixture.ts'
import { AMINA, type Book, type Library, openLibrary } from './client.fixture.ts'

const FILES = ['calls', 'client-call', 'data-calls', 'file-calls', 'other-calls'].map(
  (name) => `${name}.fixture.ts`,
)
const INDEX = `
  import { callOf } from './calls.fixture.ts'
  export default {
    async fetch(request, env) {
      const { as, name, tag } = await request.json()
      return Response.json(await callOf(name).run(env[as], tag))
    },
  }`

let library: Library
beforeAll(async () => {
  library = await openLibrary()
  const { app, project } = library
  const manage = async (method: string, path: string, body: object) => {
    const answer = await app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.data
  }
  for (const action of ['select', 'insert', 'update', 'delete'])
    await manage('POST', '/tables/storage_objects/rls', { action, subject: 'authenticated', effect: 'allow' })
  await manage('POST', '/storage/buckets', { name: 'docs' })
  await manage('POST', '/storage/buckets', { name: 'open', is_public: true })
  await manage('PUT', '/realtime/settings', { enabled: true })
  await manage('PUT', '/auth/settings', { require_phone: false })
  await manage('PUT', '/payments/settings', { is_active: true })
  await library.open().auth.signUp(AMINA)
  const texts = await Promise.all(
    FILES.map((name) => readFile(new URL(`calls/${name}`, import.meta.url), 'utf8')),
  )
  const files = Object.fromEntries(FILES.map((name, n) => [name, texts[n]]))
  for (const made of [
    { name: 'echo', access: 'authenticated', code: ECHO },
    { name: 'calls', access: 'authenticated', files: { ...files, 'index.ts': INDEX } },
  ]) {
    const { id } = await manage('POST', '/functions', made)
    await manage('POST', `/functions/${id}/deploy`, {})
  }
})
afterAll(() => library.app.stop())

type Open = () => Promise<Client<{ books: Book }>>

const withKey: Open = async () => library.open({ secret: true })
const asUser: Open = async () => {
  const client = library.open()
  const { email, password } = AMINA
  await client.auth.signIn({ email, password })
  return client
}
const within = (open: Open, as: 'msingi' | 'service') => async (name: string, tag: string) =>
  (await open()).functions.invoke('calls', { body: { as, name, tag } })
const inNode = (open: Open) => async (name: string, tag: string) =>
  JSON.parse(JSON.stringify(await callOf(name).run(await open(), tag)))

describe.each([
  ['in Node with a secret key', inNode(withKey)],
  ['in Node as a user', inNode(asUser)],
  ['in a function that a secret key calls', within(withKey, 'msingi')],
  ['in a function that a user calls', within(asUser, 'msingi')],
  ['in a function as the project', within(asUser, 'service')],
])('%s', (_where, run) => {
  test.each(CALLS.map(({ name, result }) => [name, result]))('%s', async (name, result) => {
    const tag = crypto.randomUUID()
    const found = await run(name, tag)
    expect(hasUrls(found) ? { ...found, urls: await openAll(found.urls) } : found).toEqual(result)
  })
})

function hasUrls(found: unknown): found is { urls: Record<string, string> } {
  return typeof found === 'object' && found !== null && 'urls' in found
}

// As whoever has received them.
async function openAll(urls: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const opened = Object.entries(urls).map(async ([kind, url]) => {
    const answer = await fetch(url)
    await answer.body?.cancel()
    const [type] = (answer.headers.get('content-type') ?? '').split(';')
    return [kind, `${answer.status} ${type}`] as const
  })
  return Object.fromEntries(await Promise.all(opened))
}
