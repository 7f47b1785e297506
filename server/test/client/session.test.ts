// The TypeScript client signs users in, keeps their session and renews it.
import type { Client, Session, SessionStorage } from '@msingi/client'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AMINA, type Library, openLibrary } from './client.fixture.ts'

let library: Library

beforeAll(async () => {
  library = await openLibrary()
  const { user } = await library.open().auth.signUp(AMINA)
  expect(user).toMatchObject({ email: AMINA.email })
})
afterAll(() => library.app.stop())

const { email, password } = AMINA

function createStorage() {
  const kept = new Map<string, string>()
  const storage: SessionStorage = {
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  }
  const name = `msingi.session.${library.project.id}`
  return {
    storage,
    get session(): Session | undefined {
      const text = kept.get(name)
      return text === undefined ? undefined : JSON.parse(text)
    },
    // As if the access token had just ended.
    age() {
      const session = this.session as Session
      const tokens = { ...session.tokens, access_token_expires_at: new Date(0).toISOString() }
      kept.set(name, JSON.stringify({ ...session, tokens }))
    },
    write: (text: string) => kept.set(name, text),
  }
}

test('whoever is signed in stands behind the calls, also on the next visit, until they sign out', async () => {
  const browser = createStorage()
  const first = library.open({ storage: browser.storage })
  await expect(first.from('books').insert({ title: 'Refused' })).rejects.toMatchObject({ status: 403 })
  const seen: (string | undefined)[] = []
  const end = first.auth.onChange((session) => seen.push(session?.user.email ?? undefined))
  const { user } = await first.auth.signIn({ email, password })
  expect(await first.from('books').insert({ title: 'Accepted' })).toMatchObject({ user_id: user?.id })

  const second = library.open({ storage: browser.storage })
  expect((await second.auth.session())?.user.id).toBe(user?.id)
  expect(await second.from('books').count()).toBe(1)
  await first.auth.signOut()
  end()
  expect(seen).toEqual([email, undefined])
  expect(browser.session).toBeUndefined()
  await expect(first.from('books').insert({ title: 'Refused' })).rejects.toMatchObject({ status: 403 })
})

test('an access token that has ended is renewed once, however many calls and tabs need it', async () => {
  const browser = createStorage()
  await library.open({ storage: browser.storage }).auth.signIn({ email, password })
  browser.age()
  const before = browser.session?.tokens.refresh_token
  const refreshes: string[] = []
  const counting: typeof fetch = (input, init) => {
    if (String(input).endsWith('/auth/refresh')) refreshes.push(String(input))
    return fetch(input, init)
  }
  const tabs = [1, 2].map(() => library.open({ storage: browser.storage, fetch: counting }))
  const counts = await Promise.all(
    tabs.flatMap((tab) => [tab.from('books').count(), tab.from('books').count()]),
  )
  expect(counts).toEqual([1, 1, 1, 1])
  expect(refreshes).toHaveLength(1)
  expect(browser.session?.tokens.refresh_token).not.toBe(before)
})

test('what has become of the user while the session is renewed stays', async () => {
  const browser = createStorage()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const slow: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!String(input).endsWith('/auth/refresh')) return response
    asked.resolve()
    await answered.promise
    return response
  }
  const client = library.open({ storage: browser.storage, fetch: slow })
  const { user } = await client.auth.signIn({ email, password })
  const renewal = client.auth.refresh()
  await asked.promise
  const session = browser.session as Session
  browser.write(JSON.stringify({ ...session, user: { ...user, full_name: 'Changed meanwhile' } }))
  answered.resolve()
  expect((await renewal)?.user.full_name).toBe('Changed meanwhile')
  expect(browser.session?.tokens.refresh_token).not.toBe(session.tokens.refresh_token)
  expect(browser.session?.user.full_name).toBe('Changed meanwhile')
})

test('a storage that fails once is asked again', async () => {
  const { storage } = createStorage()
  let fails = true
  const get = async (name: string) =>
    fails ? Promise.reject(new Error('The storage is locked.')) : storage.get(name)
  const client = library.open({ storage: { ...storage, get } })
  await expect(client.auth.session()).rejects.toThrow('locked')
  fails = false
  expect(await client.auth.session()).toBeUndefined()
})

test('where tabs do not see one another, a refused renewal waits for what another tab has stored', async () => {
  const browser = createStorage()
  await library.open({ storage: browser.storage }).auth.signIn({ email, password })
  browser.age()
  const other = library.open({ storage: browser.storage })
  const late: typeof fetch = async (input, init) => {
    if (!String(input).endsWith('/auth/refresh')) return fetch(input, init)
    setImmediate(() => other.from('books').count())
    return new Response('{}', { status: 401 })
  }
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', {})
  try {
    const tab = library.open({ storage: browser.storage, fetch: late })
    expect(await tab.from('books').count()).toBe(1)
  } finally {
    vi.unstubAllGlobals()
  }
})

test('in a process of many users, a renewal leaves nothing behind', async () => {
  const browser = createStorage()
  await library.open({ storage: browser.storage }).auth.signIn({ email, password })
  browser.age()
  const token = browser.session?.tokens.refresh_token as string
  expect(await library.open({ storage: browser.storage }).from('books').count()).toBe(1)
  expect(browser.session?.tokens.refresh_token).not.toBe(token)
  const { held = [], pending = [] } = await navigator.locks.query()
  expect([...held, ...pending].filter(({ name }) => name?.includes(token))).toEqual([])
})

test.each([
  ['lives', () => {}],
  ['has ended', (browser: ReturnType<typeof createStorage>) => browser.age()],
])(
  'a session that was ended elsewhere ends here while its access token %s, and the caller is told',
  async (_when, age) => {
    const browser = createStorage()
    await library.open({ storage: browser.storage }).auth.signIn({ email, password })
    age(browser)
    const client = library.open({ storage: browser.storage })
    const { id, token } = library.project
    const { user } = browser.session as Session
    await library.app.api('PATCH', `/projects/${id}/auth/users/${user.id}`, {
      token,
      body: { is_active: false },
    })
    await expect(client.from('books').count()).rejects.toMatchObject({ status: 401 })
    expect(await client.auth.session()).toBeUndefined()
    await library.app.api('PATCH', `/projects/${id}/auth/users/${user.id}`, {
      token,
      body: { is_active: true },
    })
  },
)

test('signing out succeeds where the session has ended already', async () => {
  const browser = createStorage()
  const [first, second] = [1, 2].map(() => library.open({ storage: browser.storage })) as [Client, Client]
  await first.auth.signIn({ email, password })
  await second.auth.session()
  await first.auth.signOut()
  await second.auth.signOut()
  expect(await second.auth.session()).toBeUndefined()
})

test('signing in takes no notice of the session before: it is asked once, and an ended one is not in the way', async () => {
  const asked: string[] = []
  const watching: typeof fetch = (input, init) => {
    asked.push(new URL(String(input)).pathname.split('/auth')[1] ?? '')
    return fetch(input, init)
  }
  const client = library.open({ fetch: watching })
  await client.auth.signIn({ email, password })
  await expect(client.auth.signIn({ email, password: 'wrong' })).rejects.toMatchObject({ status: 401 })
  expect(asked).toEqual(['/signin', '/signin'])

  const session = (await client.auth.session()) as Session
  const own = { token: session.tokens.access_token }
  const logout = await library.app.api('POST', `/projects/${library.project.id}/auth/logout`, own)
  expect(logout.status).toBeLessThan(300)
  await client.auth.signIn({ email, password })
  expect(asked).toEqual(['/signin', '/signin', '/signin'])
})

test('a server that cannot be reached ends no session', async () => {
  const browser = createStorage()
  await library.open({ storage: browser.storage }).auth.signIn({ email, password })
  browser.age()
  const offline = library.open({
    storage: browser.storage,
    fetch: () => Promise.reject(new TypeError('offline')),
  })
  await expect(offline.from('books').count()).rejects.toMatchObject({ status: 0 })
  expect(browser.session).toBeDefined()
})

test('what others have written into the storage is no session', async () => {
  const browser = createStorage()
  for (const text of ['', '{', 'null', '7', '{"tokens":null}', '{"tokens":{}}']) {
    browser.write(text)
    expect(await library.open({ storage: browser.storage }).auth.session()).toBeUndefined()
  }
})

test('codes by phone, and a new password by e-mail', async () => {
  const client = library.open()
  const { otp_code } = await client.auth.requestOtp({ phone: '+254711000111' })
  const { user } = await client.auth.verifyOtp({
    phone: '+254711000111',
    code: otp_code as string,
    full_name: 'Wanjiru Kamau',
  })
  expect(user).toMatchObject({ phone: '+254711000111' })
  await client.auth.requestPasswordReset({ email })
  await expect(
    client.auth.confirmPasswordReset({ email, code: '000000', new_password: 'another horse 2' }),
  ).rejects.toMatchObject({ status: 401 })
})

test('the device is remembered after signing out, and named where passwords and codes are sent', async () => {
  const sent: [path: string, device: unknown][] = []
  const browser = createStorage()
  const watching: typeof fetch = (input, init) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    sent.push([new URL(String(input)).pathname.split('/auth')[1] ?? '', body.device_token])
    return fetch(input, init)
  }
  const client = library.open({ storage: browser.storage, fetch: watching })
  await client.auth.signIn({ email, password })
  const first = await browser.storage.get(`msingi.device.${library.project.id}`)
  expect(sent).toEqual([['/signin', undefined]])
  expect(first).toMatch(/^[\w-]+\.\w+\.[\w-]{43}$/)
  expect(browser.session).toEqual({ user: expect.anything(), tokens: expect.anything() })
  await client.auth.signOut()
  sent.length = 0

  const later = library.open({ storage: browser.storage, fetch: watching })
  await later.auth.requestPasswordReset({ email })
  await later.auth.requestMagicLink({ email })
  await later.auth.requestOtp({ phone: AMINA.phone })
  await later.auth.signIn({ email, password })
  expect(sent.map(([path, device]) => [path, device === first])).toEqual([
    ['/reset-password', true],
    ['/magic-link/request', true],
    ['/otp/request', true],
    ['/signin', true],
  ])
  const second = await browser.storage.get(`msingi.device.${library.project.id}`)
  expect(second).not.toBe(first)
  library.app.clock.advance(1)
  browser.age()
  await library.open({ storage: browser.storage }).from('books').count()
  expect(await browser.storage.get(`msingi.device.${library.project.id}`)).not.toBe(second)
})

test('a wrong code is sent once, also by whoever is signed in, and a session that has ended is still renewed', async () => {
  const asked: string[] = []
  const browser = createStorage()
  const watching: typeof fetch = (input, init) => {
    asked.push(new URL(String(input)).pathname.split('/auth')[1] ?? '')
    return fetch(input, init)
  }
  const client = library.open({ storage: browser.storage, fetch: watching })
  await client.auth.signIn({ email, password })
  const phone = '+254711000112'
  const { otp_code } = await client.auth.requestOtp({ phone })
  const wrong = { phone, code: otp_code === '000000' ? '000001' : '000000', full_name: 'Wanjiru Kamau' }
  asked.length = 0
  await expect(client.auth.verifyOtp(wrong)).rejects.toMatchObject({ status: 401, challenged: false })
  expect(asked).toEqual(['/otp/verify'])

  // The server takes no token that is none, whatever the device thinks of it.
  const session = browser.session as Session
  const tokens = { ...session.tokens, access_token: 'not.a.token' }
  browser.write(JSON.stringify({ ...session, tokens }))
  const again = library.open({ storage: browser.storage, fetch: watching })
  asked.length = 0
  const { user } = await again.auth.verifyOtp({ ...wrong, code: otp_code as string })
  expect(user).toMatchObject({ phone })
  expect(asked).toEqual(['/otp/verify', '/refresh', '/otp/verify'])
})

test('anonymous users upgrade and keep what is theirs; a project may want the address confirmed first', async () => {
  const { id, token } = library.project
  const change = (body: object) => library.app.api('PUT', `/projects/${id}/auth/settings`, { token, body })
  await change({ allow_anonymous: true })
  const client = library.open()
  const anonymous = await client.auth.signInAnonymously()
  expect(anonymous.user).toMatchObject({ is_anonymous: true })
  const book = await client.from('books').insert({ title: 'Written before' })
  const person = { ...AMINA, email: 'neema@example.com', phone: '+255712345679' }
  expect(await client.auth.upgrade(person)).toMatchObject({ id: book.user_id, is_anonymous: false })
  expect((await client.auth.session())?.user.email).toBe(person.email)
  expect(await client.from('books').find(book.id)).toEqual(book)

  await change({ require_email_verification: true })
  const other = library.open()
  const unproven = await other.auth.signUp({ ...AMINA, email: 'zuri@example.com', phone: '+255712345680' })
  expect(unproven).toMatchObject({ email_verification_required: true })
  expect(await other.auth.session()).toBeUndefined()
  await change({ require_email_verification: false, allow_anonymous: false })
})

test('a second factor is asked for, and answered', async () => {
  const client = library.open()
  const person = { ...AMINA, email: 'baraka@example.com', phone: '+255712345681' }
  await client.auth.signUp(person)
  const session = (await client.auth.session()) as Session
  const path = `/projects/${library.project.id}/auth/factors`
  const call = async (end: string, body: object) =>
    (await library.app.api('POST', path + end, { token: session.tokens.access_token, body })).data
  const { id, secret } = await call('', { current_password: person.password })
  const codeAt = () => new TOTP({ secret }).generate({ timestamp: library.app.clock.now().getTime() })
  await call(`/${id}/activate`, { code: codeAt() })
  library.app.clock.advance(60)

  const { challenge } = await library.open().auth.signIn({ email: person.email, password: person.password })
  const fresh = library.open()
  const mfa_token = challenge?.mfa_token as string
  await expect(fresh.auth.verifyFactor({ mfa_token, code: '000000' })).rejects.toMatchObject({ status: 401 })
  const { user } = await fresh.auth.verifyFactor({ mfa_token, code: codeAt() })
  expect(user).toMatchObject({ email: person.email })
  expect(await fresh.from('books').count()).toBeGreaterThan(0)
})

describe('whoever signs in while the session before is being renewed stays signed in', () => {
  const OTHER = { email: 'rehema@example.com', password, full_name: 'Rehema Ali', phone: '+255712345683' }
  beforeAll(() => library.open().auth.signUp(OTHER))

  test.each(['the server takes its time', 'the server refuses', 'the storage takes its time'])(
    '%s',
    async (what) => {
      const browser = createStorage()
      await library.open({ storage: browser.storage }).auth.signIn({ email, password })
      browser.age()
      const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const hold = async <T>(value: T) => {
        reached.resolve()
        await left.promise
        return value
      }
      let reads = 0
      const slow: typeof fetch = async (input, init) => {
        const renewal = String(input).endsWith('/auth/refresh') && !what.startsWith('the storage')
        if (!renewal) return fetch(input, init)
        return hold(what.endsWith('refuses') ? new Response('{}', { status: 401 }) : await fetch(input, init))
      }
      const get = async (name: string) => {
        const text = await browser.storage.get(name)
        reads += 1
        // The first read finds the session, the second one looks what other tabs have made of it.
        return what.startsWith('the storage') && reads === 2 ? hold(text) : text
      }
      const client = library.open({ storage: { ...browser.storage, get }, fetch: slow })
      const counted = client.from('books').count()
      await reached.promise
      await client.auth.signIn({ email: OTHER.email, password })
      left.resolve()
      await expect(counted).rejects.toMatchObject({ status: 401 })
      expect((await client.auth.session())?.user.email).toBe(OTHER.email)
      expect(browser.session?.user.email).toBe(OTHER.email)
    },
  )

  test('and what was begun before is not done in their name', async () => {
    const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const refusing: typeof fetch = async (input, init) => {
      if (!String(input).endsWith('/data/books')) return fetch(input, init)
      reached.resolve()
      await left.promise
      const refused = new Headers(init?.headers).get('authorization') === `Bearer ${first}`
      return refused ? new Response('{}', { status: 401 }) : fetch(input, init)
    }
    const client = library.open({ fetch: refusing })
    await client.auth.signIn({ email, password })
    const first = (await client.auth.session())?.tokens.access_token
    const insert = client.from('books').insert({ title: 'Begun by another' })
    await reached.promise
    await client.auth.signIn({ email: OTHER.email, password })
    left.resolve()
    await expect(insert).rejects.toMatchObject({ status: 401 })
    const writer = library.open({ secret: true })
    expect(await writer.from('books').eq('title', 'Begun by another').count()).toBe(0)
  })
})
