// The TypeScript client as people use it: built, in Chromium, on a page of another origin than the API.
import type { BrowserContext, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '#test/chromium.ts'
import { openShop, type Shop, type Tab } from './browser.fixture.ts'
import { AMINA } from './client.fixture.ts'

// What Chromium itself writes about a request that was refused or did not get through.
const OF_THE_NETWORK = /^Failed to load resource|^WebSocket connection to/

const PATIENCE = { timeout: 45_000, interval: 20 }

describe.skipIf(NO_CHROMIUM)('in a browser', () => {
  let shop: Shop
  let titles = 0

  beforeAll(async () => {
    shop = await openShop()
    const tab = await shop.open(await shop.visit())
    await tab.run(`msingi.auth.signUp(${JSON.stringify(AMINA)})`)
  })
  afterAll(() => shop?.stop())

  const visits: BrowserContext[] = []
  afterEach(async () => {
    for (const visit of visits.splice(0)) await visit.close()
  })

  const signIn = (tab: Tab) =>
    tab.run(`msingi.auth.signIn({ email: '${AMINA.email}', password: '${AMINA.password}' })`)

  /** openSignedIn opens some tabs of one window, in which Amina is signed in. */
  async function openSignedIn<Count extends 1 | 2>(count: Count): Promise<Tab[]> {
    const visit = await shop.visit()
    visits.push(visit)
    const tabs: Tab[] = []
    for (let n = 0; n < count; n++) {
      const tab = await shop.open(visit)
      if (n === 0) await signIn(tab)
      tabs.push(tab)
    }
    return tabs
  }

  /** write adds books as the project's backend does, and gives what is to be heard of them. */
  async function write(count: number): Promise<string[]> {
    const events: string[] = []
    for (let n = 0; n < count; n++) {
      const title = `Book ${titles++}`
      const { status } = await shop.site.call('POST', '/data/books', { body: { title } })
      expect(status).toBe(201)
      events.push(`INSERT ${title}`)
    }
    return events
  }

  const heard = (tab: Tab) => tab.run<string[]>('heard')
  const statuses = (tab: Tab) => tab.run<string[]>('statuses')
  const ofTheProgram = (tab: Tab) => tab.faults.filter((fault) => !OF_THE_NETWORK.test(fault))

  async function listen(tab: Tab, transport: string): Promise<void> {
    const before = (await statuses(tab)).length
    await tab.run(`listen('${transport}')`)
    await expect.poll(async () => (await statuses(tab)).slice(before), PATIENCE).toContain('live')
  }

  test('signing up, reading and writing work from another origin, and a reload signs nobody out', async () => {
    const visit = await shop.visit()
    visits.push(visit)
    const tab = await shop.open(visit)
    const neema = { ...AMINA, email: 'neema@example.com', phone: '+255712345600' }
    await tab.run(`msingi.auth.signUp(${JSON.stringify(neema)})`)
    const book = await tab.run<{ id: string; user_id: string }>(
      `msingi.from('books').insert({ title: 'Mine' })`,
    )
    await tab.page.reload()
    await tab.page.waitForFunction('globalThis.msingi')
    expect(await tab.run('msingi.auth.session().then(({ user }) => user)')).toMatchObject({
      id: book.user_id,
      email: neema.email,
    })
    await tab.run(`msingi.from('books').update('${book.id}', { title: 'Ours' })`)
    expect(await tab.run(`msingi.from('books').eq('title', 'Ours').select('title')`)).toEqual([
      { title: 'Ours' },
    ])
    // The cursor of the next page stands in a header, which a page sees only where the server exposes it.
    await tab.run(`msingi.from('books').insert(Array.from({ length: 3 }, () => ({ title: 'Of many' })))`)
    expect(
      await tab.run(`(async () => {
        let count = 0
        for await (const _ of msingi.from('books').eq('title', 'Of many').order('title').limit(2)) count++
        return count
      })()`),
    ).toBe(3)
    await tab.run(`msingi.from('books').delete('${book.id}')`)
    await tab.run('msingi.auth.signOut()')
    expect(tab.faults).toEqual([])
  })

  test('a refusal says what is wrong, also to a page of another origin', async () => {
    const [tab] = (await openSignedIn(1)) as [Tab]
    const refusal = (expression: string) =>
      tab.run(`${expression}.catch(({ status, errors, retryAfter }) => ({ status, errors, retryAfter }))`)
    expect(await refusal(`msingi.from('books').insert({ titel: 'x' })`)).toMatchObject({
      status: 400,
      errors: expect.arrayContaining([expect.stringContaining('titel')]),
    })
    expect(await refusal(`msingi.auth.signIn({ email: '${AMINA.email}', password: 'wrong' })`)).toMatchObject(
      {
        status: 401,
      },
    )
    expect(ofTheProgram(tab)).toEqual([])
  })

  test('two tabs that renew the session at once renew it once, and neither is signed out', async () => {
    const [first, second] = (await openSignedIn(2)) as [Tab, Tab]
    await listen(second, 'auto')
    let renewals = 0
    first.page.context().on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/auth/refresh')) renewals++
    })
    // Many times: what one tab stores reaches the other only a little later, now and then after its turn has come.
    for (let round = 1; round <= 20; round++) {
      await first.run(AGE)
      const tokens = () => Promise.all([first, second].map((tab) => tab.run(TOKEN)))
      await expect.poll(async () => new Set(await tokens()).size).toBe(1)
      const [before] = await tokens()
      const count = `Promise.all([1, 2, 3].map(() => msingi.from('books').count())).then(() => true)`
      expect(await Promise.all([first.run(count), second.run(count)])).toEqual([true, true])
      await expect.poll(async () => new Set(await tokens()).size).toBe(1)
      expect((await tokens())[0]).not.toBe(before)
      expect(renewals).toBe(round)
    }
    // It is the same person all the time: nobody is told otherwise, and what was live stays live.
    expect(await second.run('people')).toEqual([])
    expect(await statuses(second)).toEqual(['connecting', 'live'])
    expect([...first.faults, ...second.faults]).toEqual([])
  })

  test('a session renewed in one tab is used by the other, and ended in one, it ends in both', async () => {
    const [first, second] = (await openSignedIn(2)) as [Tab, Tab]
    await first.run(AGE)
    await first.run(`msingi.from('books').count()`)
    const renewed = await first.run<string>(TOKEN)
    await expect.poll(() => second.run(TOKEN)).toBe(renewed)
    const request = second.page.waitForRequest(
      (sent) => sent.method() === 'GET' && sent.url().includes('/data/'),
    )
    await second.run(`msingi.from('books').count()`)
    expect((await request).headers().authorization).toBe(`Bearer ${renewed}`)

    await first.run('msingi.auth.signOut()')
    await expect.poll(() => second.run('people')).toEqual([null])
    expect(await second.run(`msingi.auth.session().then((session) => session ?? 'nobody')`)).toBe('nobody')
    await signIn(first)
    await expect.poll(() => second.run('people')).toEqual([null, AMINA.email])
    // The person who clears what the browser keeps of the site is signed out.
    await first.run('localStorage.clear()')
    await expect.poll(() => second.run('people')).toEqual([null, AMINA.email, null])
    expect([...first.faults, ...second.faults]).toEqual([])
  })

  test('a device whose clock is a day ahead does not renew its session for every call', async () => {
    const visit = await shop.visit()
    visits.push(visit)
    const tab = await shop.open(visit)
    await tab.page.clock.setSystemTime(Date.now() + 86_400_000)
    let renewals = 0
    visit.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/auth/refresh')) renewals++
    })
    await signIn(tab)
    const count = `msingi.from('books').count().then(() => true)`
    expect([await tab.run(count), await tab.run(count)]).toEqual([true, true])
    expect(renewals).toBe(0)
    expect(tab.faults).toEqual([])
  })

  describe.each(['auto', 'sse'])('live over %s', (transport) => {
    test('changes arrive until nobody listens', async () => {
      const [tab] = (await openSignedIn(1)) as [Tab]
      const [opened, ended]: [string[], string[]] = [[], []]
      tab.page.on('websocket', (socket) => {
        opened.push('websocket')
        socket.on('close', () => ended.push('websocket'))
      })
      const isStream = (request: Request) => request.url().includes('/realtime/events')
      tab.page.on('request', (request) => isStream(request) && opened.push('sse'))
      tab.page.on('requestfailed', (request) => isStream(request) && ended.push('sse'))
      await listen(tab, transport)
      const kind = transport === 'auto' ? 'websocket' : transport
      expect([opened, ended]).toEqual([[kind], []])
      const { id } = await tab.run<{ id: string }>(`msingi.from('books').insert({ title: 'Before' })`)
      await tab.run(`msingi.from('books').update('${id}', { title: 'After' })`)
      await tab.run(`msingi.from('books').delete('${id}')`)
      const events = ['INSERT Before', 'UPDATE After', 'DELETE After']
      await expect.poll(() => heard(tab), PATIENCE).toEqual(events)
      await tab.run('subscription.unsubscribe()')
      await expect.poll(() => ended).toEqual([kind])
      await listen(tab, transport)
      const later = await write(1)
      await expect.poll(() => heard(tab), PATIENCE).toEqual([...events, ...later])
      expect(await statuses(tab)).toEqual(['connecting', 'live', 'closed', 'connecting', 'live'])
      expect(tab.faults).toEqual([])
    })

    test('whoever was offline misses nothing', async () => {
      const [tab] = (await openSignedIn(1)) as [Tab]
      const context = tab.page.context()
      await listen(tab, transport)
      const events = await write(2)
      await expect.poll(() => heard(tab), PATIENCE).toEqual(events)
      for (let absence = 0; absence < 2; absence++) {
        await context.setOffline(true)
        await expect.poll(() => statuses(tab).then((all) => all.at(-1)), PATIENCE).toBe('reconnecting')
        events.push(...(await write(5)))
        await context.setOffline(false)
        events.push(...(await write(5)))
        await expect.poll(() => heard(tab), PATIENCE).toEqual(events)
      }
      expect(await statuses(tab)).not.toContain('gap')
      expect(ofTheProgram(tab)).toEqual([])
    })

    // Its start alone takes as long as a test otherwise may, where the machine has more to do.
    test('a server that dies and starts again takes nothing with it', { timeout: 240_000 }, async () => {
      const [tab] = (await openSignedIn(1)) as [Tab]
      await listen(tab, transport)
      const events = await write(3)
      await shop.site.kill()
      await shop.site.start()
      events.push(...(await write(3)))
      await expect.poll(() => heard(tab), PATIENCE).toEqual(events)
      expect(await tab.run<number>(`msingi.from('books').count()`)).toBeGreaterThan(5)
      expect(await statuses(tab)).not.toContain('gap')
      expect(ofTheProgram(tab)).toEqual([])
    })
  })
})

// As if the access token had just ended. A page hears of what others write into its storage, not of what it writes itself.
const AGE = `(() => {
  const name = Object.keys(localStorage).find((key) => key.startsWith('msingi.session.'))
  const session = JSON.parse(localStorage.getItem(name))
  session.tokens.access_token_expires_at = new Date(0).toISOString()
  localStorage.setItem(name, JSON.stringify(session))
  dispatchEvent(new StorageEvent('storage', { key: name }))
})()`

const TOKEN = 'msingi.auth.session().then(({ tokens }) => tokens.access_token)'
