// The client of servers that render pages: sessions in cookies, as node:http and a browser exchange them, and given access tokens.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, createClient, isMsingiError } from '@msingi/client'
import { type Cookie, createServerClient, readCookies, writeCookie } from '@msingi/client/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AMINA, type Book, type Library, openLibrary } from './client.fixture.ts'

const SIGN_IN = { email: AMINA.email, password: AMINA.password }

type Books = Client<{ books: Book }>

let library: Library
let site: string
let stop: () => void
let refreshes = 0

const openFor = (request: IncomingMessage, response: ServerResponse | undefined, secure = true): Books =>
  createServerClient<{ books: Book }>(library.base, {
    project: library.project.id,
    key: library.project.publishable,
    secure,
    fetch: (url, init) => {
      if (String(url).endsWith('/auth/refresh')) refreshes += 1
      return fetch(url, init)
    },
    cookies: {
      getAll: () => readCookies(request.headers.cookie),
      ...(response && {
        setAll: (cookies: readonly Cookie[]) => {
          for (const cookie of cookies) response.appendHeader('set-cookie', writeCookie(cookie))
        },
      }),
    },
  })

// An app of a few pages, as a framework would have them.
const PAGES: Readonly<Record<string, (msingi: Books) => Promise<unknown>>> = {
  '/sign-up': (msingi) => msingi.auth.signUp(AMINA),
  '/sign-in': (msingi) => msingi.auth.signIn(SIGN_IN),
  '/sign-out': (msingi) => msingi.auth.signOut(),
  '/in-and-out': async (msingi) => {
    await msingi.auth.signIn(SIGN_IN)
    await msingi.auth.signOut()
  },
  '/me': async (msingi) => (await msingi.auth.session())?.user ?? null,
  '/books': async (msingi) => (await msingi.from('books').order('title')).map(({ title }) => title),
  '/add': (msingi) => msingi.from('books').insert({ title: 'Mine' }),
  '/token': async (msingi) => (await msingi.auth.accessToken()) ?? null,
}

beforeAll(async () => {
  library = await openLibrary()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://app')
    const page = PAGES[pathname]
    const msingi = openFor(request, searchParams.has('streams') ? undefined : response)
    try {
      response.end(JSON.stringify((await page?.(msingi)) ?? null))
    } catch (error) {
      response.statusCode = isMsingiError(error) ? error.status : 500
      response.end(JSON.stringify(isMsingiError(error) ? error.errors : String(error)))
    }
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = () => void server.close()
  expect(await visit({}, '/sign-up')).toMatchObject({ status: 200 })
})
afterAll(async () => {
  stop()
  await library.app.stop()
})

type Jar = Record<string, string>

/** visit opens a page as a browser does, which keeps its cookies. */
async function visit(jar: Jar, path: string): Promise<{ status: number; data: any; set: string[] }> {
  const cookie = Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const response = await fetch(site + path, { headers: { cookie } })
  const set = response.headers.getSetCookie()
  for (const line of set) {
    const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
    expect(new TextEncoder().encode(line).length).toBeLessThan(4096)
    expect(attributes).toMatch(/^; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
    expect(name).toMatch(/^__Host-msingi\./)
    if (attributes.includes('Max-Age=0;')) delete jar[name]
    else jar[name] = value
  }
  return { status: response.status, data: await response.json(), set }
}

const nameOf = (jar: Jar) => Object.keys(jar).find((name) => name.includes('session')) ?? ''
const sessionOf = (jar: Jar) =>
  JSON.parse(
    Buffer.from(
      Object.keys(jar)
        .filter((name) => name.includes('session'))
        .map((name) => jar[name])
        .join(''),
      'base64url',
    ).toString(),
  )
const withSession = (session: unknown): Jar => ({
  [`__Host-msingi.session.${library.project.id}.0`]: Buffer.from(JSON.stringify(session)).toString(
    'base64url',
  ),
})

/** aged returns cookies as they are when the access token has expired. */
const aged = (jar: Jar): Jar => {
  const session = sessionOf(jar)
  return withSession({ tokens: { ...session.tokens, access_token_expires_at: '2026-01-01T00:00:00.000Z' } })
}

test('a session lives in cookies over requests, and ends in them', async () => {
  const jar: Jar = {}
  expect((await visit(jar, '/me')).data).toBeNull()
  expect((await visit(jar, '/sign-in')).data.user.email).toBe(AMINA.email)
  const me = await visit(jar, '/me')
  expect(me.data).toMatchObject({ email: AMINA.email })
  expect(me.set).toEqual([])
  expect((await visit(jar, '/add')).data).toMatchObject({ title: 'Mine', user_id: me.data.id })
  expect((await visit(jar, '/books')).data).toEqual(['Mine'])
  expect((await visit({}, '/books')).data).toEqual([])
  await visit(jar, '/sign-out')
  expect(nameOf(jar)).toBe('')
  await visit(jar, '/in-and-out')
  expect(nameOf(jar)).toBe('')
  expect((await visit(jar, '/me')).data).toBeNull()
})

test('who the user is, the server says, and not the cookie', async () => {
  const jar: Jar = {}
  await visit(jar, '/sign-in')
  const session = sessionOf(jar)
  expect(session).not.toHaveProperty('user')
  const { data: me } = await visit(jar, '/me')
  const forged = { ...me, id: library.project.id, email: 'root@example.com' }
  expect((await visit(withSession({ ...session, user: forged }), '/me')).data).toEqual(me)
  const [head, body = '', signature] = session.tokens.access_token.split('.')
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: library.project.id }
  const token = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
  const { refresh_token: _, ...access } = session.tokens
  expect((await visit(withSession({ tokens: { ...access, access_token: token } }), '/me')).data).toBeNull()
  for (const value of ['', 'x', 'e30', Buffer.from('null').toString('base64url')])
    expect((await visit({ [nameOf(jar)]: value }, '/me')).data).toBeNull()
})

test('cookies that hold no session are cleared', async () => {
  const jar: Jar = {}
  await visit(jar, '/sign-in')
  const { tokens } = sessionOf(jar)
  const name = nameOf(jar)
  const { refresh_token: _, ...access } = tokens
  const texts = [
    'x',
    '{}',
    JSON.stringify({ tokens: { ...tokens, access_token: 'x' } }),
    JSON.stringify({ tokens: access }),
  ]
  for (const text of texts) {
    const { data, set } = await visit({ [name]: Buffer.from(text).toString('base64url') }, '/me')
    expect([data, set.length]).toEqual([null, 1])
    expect(set[0]).toMatch(new RegExp(`^${name.replaceAll('.', '\\.')}=;.*Max-Age=0`))
  }
  // Nobody could set them there.
  expect(await visit({ [name]: 'x' }, '/me?streams')).toMatchObject({ data: null, set: [] })
})

test('requests that come at once with an old session renew it, and none ends it', async () => {
  const jar: Jar = {}
  await visit(jar, '/sign-in')
  const old = aged(jar)
  const jars = Array.from({ length: 5 }, () => ({ ...old }))
  const answers = await Promise.all(jars.map((one) => visit(one, '/books')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(jars.map((one) => sessionOf(one).tokens.refresh_token)).size).toBe(1)
  for (const one of jars) expect((await visit(one, '/me')).data).toMatchObject({ email: AMINA.email })
})

test('where cookies cannot be set, a session is used as long as the server takes it, and never renewed', async () => {
  const jar: Jar = {}
  await visit(jar, '/sign-in')
  expect((await visit({ ...jar }, '/me?streams')).data).toMatchObject({ email: AMINA.email })
  const before = refreshes
  // The clock of the page's server may be ahead.
  expect(await visit(aged(jar), '/books?streams')).toMatchObject({ status: 200, data: ['Mine'], set: [] })
  expect(await visit(aged(jar), '/me?streams')).toMatchObject({ data: { email: AMINA.email }, set: [] })
  expect(refreshes).toBe(before)
  // Nothing was spent.
  expect((await visit(aged(jar), '/me')).data).toMatchObject({ email: AMINA.email })
})

test('a session of any size is kept in pieces, and pieces that are left over are removed', async () => {
  const jar: Jar = {}
  await visit(jar, '/sign-in')
  const session = sessionOf(jar)
  const written: Cookie[] = []
  const client = createServerClient(library.base, {
    project: library.project.id,
    key: library.project.publishable,
    secure: false,
    cookies: { getAll: () => written, setAll: (cookies) => void written.push(...cookies) },
    fetch: async () => {
      const claims = Buffer.from(JSON.stringify({ sub: AMINA.email, exp: 4e9, filler: 'x'.repeat(6000) }))
      const tokens = { ...session.tokens, access_token: `a.${claims.toString('base64url')}.b` }
      return Response.json({ data: { user: { id: AMINA.email }, tokens } })
    },
  })
  await client.auth.signIn(SIGN_IN)
  const names = written.map(({ name }) => name)
  expect(names).toEqual([0, 1, 2, 3].map((at) => `msingi.session.${library.project.id}.${at}`))
  expect(written.every(({ options }) => !options.secure && options.maxAge > 0)).toBe(true)
  await client.auth.signOut()
  expect(written.slice(4).map(({ name, options }) => [name, options.maxAge])).toEqual(
    names.map((name) => [name, 0]),
  )
})

test('an access token that was given is used, checked by the server, and fetched again where it can be', async () => {
  const jar: Jar = {}
  await visit(jar, '/sign-in')
  const { data: token } = await visit(jar, '/token')
  const options = { project: library.project.id, key: library.project.publishable }
  const server = createClient<{ books: Book }>(library.base, options)
  const given = server.asUser(token)
  expect((await given.auth.session())?.user.email).toBe(AMINA.email)
  expect(await given.auth.account.update({ full_name: 'Amina J.' })).toMatchObject({ full_name: 'Amina J.' })
  expect(await given.from('books').count()).toBe(1)
  const nobody = createClient(library.base, { ...options, accessToken: () => null })
  expect(await nobody.auth.session()).toBeUndefined()
  for (const none of ['Bearer x', 'a.b.c'])
    await expect(server.asUser(none).from('books').count()).rejects.toThrow('JWT')

  // As a page whose server keeps the session: it asks again when its token is refused, and follows who signs in there.
  let asked = 0
  const people: (string | undefined)[] = []
  const page = createClient<{ books: Book }>(library.base, {
    ...options,
    accessToken: async () => {
      asked += 1
      return (await visit(jar, '/token')).data
    },
  })
  page.auth.onChange((session) => people.push(session?.user.email ?? undefined))
  expect([await page.from('books').count(), await page.from('books').count(), asked]).toEqual([1, 1, 1])
  await visit(jar, '/sign-out')
  await expect(page.from('books').count()).rejects.toMatchObject({ status: 401 })
  await page.auth.refresh()
  await expect.poll(() => people.at(-1)).toBeUndefined()
  expect(await page.from('books').count()).toBe(0)
  await visit(jar, '/sign-in')
  expect((await page.auth.refresh())?.user.email).toBe(AMINA.email)
  expect(await page.from('books').count()).toBe(1)
  await expect.poll(() => people.at(-1)).toBe(AMINA.email)

  // Whoever acts for a user never has the rights of the key alone.
  const secret = createClient<{ books: Book }>(library.base, { ...options, key: library.project.secret })
  const acting = secret.asUser((await visit(jar, '/token')).data)
  expect(await acting.from('books').count()).toBe(1)
  await acting.auth.signOut()
  await expect(acting.from('books').count()).rejects.toMatchObject({ status: 401 })
  await expect(acting.with({ retries: 0 }).from('books').count()).rejects.toMatchObject({ status: 401 })
  expect(() => Reflect.apply(secret.asUser, secret, [undefined])).toThrow(TypeError)
  const cookies = { getAll: () => [] }
  expect(() =>
    createServerClient(library.base, { ...options, key: library.project.secret, cookies }),
  ).toThrow('publishable key')
  // A server that received the token of a user does not turn into nobody.
  await visit(jar, '/sign-out')
  await expect(given.from('books').count()).rejects.toMatchObject({ status: 401 })
  await expect(given.from('books').count()).rejects.toMatchObject({ status: 401 })
})
