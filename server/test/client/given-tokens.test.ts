// Tokens that the TypeScript client was given: the server judges them, and says who their user is, also where that fails first.
import { type Client, type ClientOptions, createClient, type Session } from '@msingi/client'
import { expect, test } from 'vitest'

const PROJECT = '7f6e1c0a-6d5b-4c3a-9b1e-0a1b2c3d4e5f'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (sub: string, exp = 4e9) => `${part({ alg: 'none' })}.${part({ sub, exp })}.x`
const userOf = (id: string) => Response.json({ success: true, data: { id, full_name: id } })

type Answer = (path: string, authorization: string | null) => Response | Promise<Response>

function open(answer: Answer, options: Partial<ClientOptions>): Client {
  return createClient('https://api.example.com', {
    project: PROJECT,
    key: 'mpk_x',
    retries: 0,
    fetch: async (url, init) =>
      answer(new URL(String(url)).pathname, new Headers(init?.headers).get('authorization')),
    ...options,
  })
}

const userIn = (path: string) => path.split('/auth/users/')[1]

test('a token that has ended by this clock is sent, and the server decides', async () => {
  const past = tokenOf('amina', 1)
  let isValid = true
  const sent: (string | null)[] = []
  const answer: Answer = (path, authorization) => {
    const id = userIn(path)
    if (id !== undefined) return userOf(id)
    sent.push(authorization)
    const headers = { 'www-authenticate': 'Bearer' }
    return isValid ? Response.json({ data: [] }) : Response.json({}, { status: 401, headers })
  }
  const clients = [open(answer, { accessToken: () => past }), open(answer, {}).asUser(past)]
  for (const client of clients) {
    expect(await client.auth.accessToken()).toBe(past)
    expect((await client.auth.session())?.user.id).toBe('amina')
    expect(await client.from('books')).toEqual([])
  }
  isValid = false
  for (const client of clients)
    await expect(client.from('books').page()).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual(Array(4).fill(`Bearer ${past}`))
})

test('whoever has ended a session elsewhere ends it here', async () => {
  let token: string | null = tokenOf('amina', 1)
  const client = open(() => Response.json({ data: [] }), { accessToken: () => token })
  expect(await client.from('books')).toEqual([])
  token = null
  await expect(client.from('books').page()).rejects.toMatchObject({ status: 401 })
})

test('where the new user cannot be read, listeners get the error, and the user once they are', async () => {
  let token = tokenOf('amina')
  let isDown = false
  const answer: Answer = (path) =>
    isDown ? Response.json({ message: 'Busy.' }, { status: 503 }) : userOf(userIn(path) ?? '')
  const client = open(answer, { accessToken: () => token })
  const seen: (readonly [id: string | undefined, error: string | undefined])[] = []
  client.auth.onChange((session, error) => seen.push([session?.user.id, error?.message]))
  expect((await client.auth.session())?.user.id).toBe('amina')
  token = tokenOf('juma')
  isDown = true
  await expect(client.auth.refresh()).rejects.toMatchObject({ status: 503 })
  await expect.poll(() => seen).toEqual([[undefined, 'Busy.']])
  isDown = false
  expect((await client.auth.session())?.user.id).toBe('juma')
  expect(seen.at(-1)).toEqual(['juma', undefined])
})

test.each(['the answer', 'a failure'])('%s about the user before is not taken for nobody', async (what) => {
  const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let token = tokenOf('amina')
  const answer: Answer = async (path) => {
    const id = userIn(path) ?? ''
    if (id === 'amina') {
      asked.resolve()
      await left.promise
      if (what === 'a failure') return Response.json({}, { status: 500 })
    }
    return userOf(id)
  }
  const client = open(answer, { accessToken: () => token })
  const seen: (Session | undefined)[] = []
  client.auth.onChange((session) => seen.push(session))
  const late = client.auth.session()
  await asked.promise
  token = tokenOf('juma')
  const next = client.auth.refresh()
  await Promise.resolve()
  left.resolve()
  expect((await next)?.user.id).toBe('juma')
  expect((await late)?.user.id).toBe('juma')
  expect(seen.map((session) => session?.user.id)).toEqual(['juma'])
})
