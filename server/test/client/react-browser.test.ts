// The hooks for React in Chromium, in strict mode: what they show at every rendering, and what they ask the server for.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM, openChromium } from '#test/chromium.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { serve } from './browser.fixture.ts'
import { AMINA } from './client.fixture.ts'

const PAGE = fileURLToPath(new URL('../../../clients/typescript/test/react-page.ts', import.meta.url))
const JUMA = { ...AMINA, email: 'juma@example.com', phone: '+255712345679', full_name: 'Juma' }

interface Seen {
  readonly of: string
  readonly board?: string
  readonly id?: string
  readonly enabled?: boolean
  readonly person: string | null
  readonly rows?: readonly { readonly title: string; readonly board: string; readonly user_id: string }[]
  readonly row?: { readonly title: string }
  readonly user?: { readonly id: string; readonly full_name: string }
  readonly error?: unknown
  readonly isLoading: boolean
  readonly isUploading: boolean
  readonly file?: { readonly name: string }
  readonly progress?: { readonly loaded: number; readonly total: number }
  readonly status?: string
  readonly mismatch?: string
}

describe.skipIf(NO_CHROMIUM)('hooks for React', () => {
  let app: TestApp
  let project: TestProject
  let base: string
  let folder: string
  let web: Awaited<ReturnType<typeof serve>>

  beforeAll(async () => {
    app = await startTestApp()
    base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    project = await app.createProject()
    const { id, token } = project
    const columns = [
      { name: 'title', data_type: 'text', required: true },
      { name: 'board', data_type: 'text', required: true },
      { name: 'user_id', data_type: 'uuid' },
    ]
    const manage = async (path: string, body: object) => {
      const answer = await app.api('POST', `/projects/${id}${path}`, { token, body })
      expect(answer.status, answer.text).toBe(201)
      return answer
    }
    const table = await manage('/tables', { name: 'notes', columns })
    for (const action of ['select', 'insert', 'update', 'delete'])
      await manage(`/tables/${table.data.id}/rls`, { action, subject: 'owner' })
    await manage('/storage/buckets', { name: 'photos' })
    const tables = await app.api('GET', `/projects/${id}/tables`, { token })
    const objects = tables.data.find(({ slug }: { slug: string }) => slug === 'storage_objects')
    for (const action of ['select', 'insert'])
      await manage(`/tables/${objects.id}/rls`, { action, subject: 'authenticated' })
    folder = await mkdtemp(join(tmpdir(), 'msingi-react-'))
    await build({
      entryPoints: [PAGE],
      bundle: true,
      outfile: join(folder, 'page.js'),
      format: 'esm',
      conditions: ['msingi-source'],
      define: { 'process.env.NODE_ENV': '"development"' },
    })
    const html =
      '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>'
    web = await serve(folder, html)
  })
  afterAll(async () => {
    await web?.stop()
    await rm(folder, { recursive: true })
    await app?.stop()
  })

  const visits: BrowserContext[] = []
  afterEach(async () => {
    for (const visit of visits.splice(0)) await visit.close()
  })

  const insert = async (board: string, title: string, user_id: string) => {
    const answer = await app.api('POST', '/data/notes', {
      key: project.secret,
      body: { board, title, user_id },
    })
    expect(answer.status, answer.text).toBe(201)
    return answer.data.id as string
  }

  async function open() {
    const visit = await (await openChromium()).newContext()
    visits.push(visit)
    const page = await visit.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load'))
        faults.push(message.text())
    })
    await page.goto(web.base)
    await page.waitForFunction('globalThis.open?.length === 3')
    const run = <T = unknown>(expression: string): Promise<T> => page.evaluate(expression) as never
    await run(`open(${JSON.stringify(base)}, '${project.id}', '${project.publishable}')`)
    const seen = () =>
      run<Seen[]>(`seen.map(({ error, ...more }) => ({ ...more, error: error && String(error) }))`)
    const latest = async () => (await seen()).at(-1)
    const titles = async () => (await latest())?.rows?.map(({ title }) => title)
    return { page, run, seen, latest, titles, faults }
  }

  const countOf = (page: Page, what: string) => {
    const sent: string[] = []
    page.on('request', (request) => request.url().includes(what) && sent.push(request.url()))
    return sent
  }

  const signUp = (run: <T>(expression: string) => Promise<T>, person: typeof AMINA) =>
    run<{ user: { id: string } }>(
      `msingi.auth.signUp(${JSON.stringify(person)}).catch(() => msingi.auth.signIn(${JSON.stringify({ email: person.email, password: person.password })}))`,
    ).then(({ user }) => user.id)

  test('a query is read once for its text, and another text shows none of the rows before', async () => {
    const { page, run, seen, latest, titles, faults } = await open()
    const amina = await signUp(run, AMINA)
    await insert('a', 'Apple', amina)
    await insert('b', 'Banana', amina)
    const requests = countOf(page, '/data/notes')
    for (let n = 0; n < 5; n++) await run(`show({ of: 'rows', board: 'a' })`)
    await expect.poll(titles).toEqual(['Apple'])
    for (let n = 0; n < 5; n++) await run(`show({ of: 'rows', board: 'a' })`)
    // Strict mode begins twice.
    expect(requests.length).toBeLessThanOrEqual(2)
    await run(`show({ of: 'rows', board: 'b' })`)
    await expect.poll(titles).toEqual(['Banana'])
    for (const { board, rows } of await seen()) for (const row of rows ?? []) expect(row.board).toBe(board)

    await insert('b', 'Berry', amina)
    await run('handles.refetch()')
    await expect.poll(titles).toEqual(['Banana', 'Berry'])
    const before = requests.length
    await run(`show({ of: 'rows', board: 'b', enabled: false })`)
    await expect.poll(latest).toMatchObject({ enabled: false, isLoading: false })
    expect(await titles()).toBeUndefined()
    expect(requests.length).toBe(before)
    expect(faults).toEqual([])
  })

  test('one row, one that is missing, and errors as state, from which a reading recovers', async () => {
    const { page, run, latest, faults } = await open()
    const id = await insert('one', 'One', await signUp(run, AMINA))
    await run(`show({ of: 'row', id: '${id}' })`)
    await expect.poll(latest).toMatchObject({ row: { title: 'One' }, isLoading: false })
    await run(`show({ of: 'row', id: '${project.id}' })`)
    await expect.poll(latest).toMatchObject({ id: project.id, isLoading: false })
    expect((await latest())?.row).toBeUndefined()
    await page.route(`${base}/**`, (route) => route.abort())
    await run('handles.refetch()')
    await expect.poll(async () => (await latest())?.error).toContain('MsingiError')
    await page.unroute(`${base}/**`)
    await run(`show({ of: 'row', id: 'none' })`)
    await expect.poll(latest).toMatchObject({ id: 'none', error: expect.stringContaining('MsingiError') })
    await run(`show({ of: 'row', id: '${id}' })`)
    await expect.poll(latest).toMatchObject({ row: { title: 'One' }, isLoading: false })
    expect((await latest())?.error).toBeUndefined()
    expect(faults).toEqual([])
  })

  test('a live list misses nothing between its reading and its subscription, and ends with its component', async () => {
    const { page, run, titles, faults } = await open()
    const amina = await signUp(run, AMINA)
    await insert('live', 'Before', amina)
    const held = Promise.withResolvers<void>()
    await page.route('**/realtime/connect**', async (route) => {
      await held.promise
      await route.continue().catch(() => {})
    })
    const sockets: string[] = []
    page.on('websocket', (socket) => {
      sockets.push('open')
      socket.on('close', () => sockets.push('close'))
    })
    await run(`show({ of: 'live', board: 'live' })`)
    await expect.poll(titles).toEqual(['Before'])
    await insert('live', 'Between', amina)
    held.resolve()
    await expect.poll(titles).toEqual(['Before', 'Between'])
    await insert('live', 'Later', amina)
    await expect.poll(titles).toEqual(['Before', 'Between', 'Later'])
    for (let n = 0; n < 5; n++) await run(`show({ of: 'live', board: 'live' })`)
    await run('show(undefined)')
    await expect
      .poll(() => sockets.filter((event) => event === 'close').length)
      .toBe(sockets.filter((event) => event === 'open').length)
    expect(sockets.filter((event) => event === 'open').length).toBeLessThanOrEqual(2)
    expect(faults).toEqual([])
  })

  test.each(['rows', 'live'])('who signs in after another sees none of their %s', async (of) => {
    const { run, seen, titles, faults } = await open()
    const board = `shared ${of}`
    const juma = await signUp(run, JUMA)
    await run('msingi.auth.signOut()')
    const amina = await signUp(run, AMINA)
    await insert(board, 'Hers', amina)
    await insert(board, 'His', juma)
    await run(`show({ of: '${of}', board: '${board}' })`)
    await expect.poll(titles).toEqual(['Hers'])
    await run('msingi.auth.signOut()')
    await expect.poll(titles).toEqual([])
    await signUp(run, JUMA)
    await expect.poll(titles).toEqual(['His'])
    // Somebody signs in while a reading of the user before is under way.
    await run(
      `handles.refetch(), msingi.auth.signIn(${JSON.stringify({ email: AMINA.email, password: AMINA.password })})`,
    )
    await expect.poll(titles).toEqual(['Hers'])
    for (const { person, rows } of await seen())
      for (const row of rows ?? []) expect(row.user_id).toBe(person)
    expect(faults).toEqual([])
  })

  test('the user as they are now, with a changed profile, and nobody', async () => {
    const { run, seen, latest, faults } = await open()
    await run(`show({ of: 'user' })`)
    await expect.poll(latest).toMatchObject({ isLoading: false })
    const [first] = await seen()
    expect(first).toMatchObject({ isLoading: true })
    const mwana = { ...AMINA, email: 'mwana@example.com', phone: '+255712345677', full_name: 'Mwana' }
    await run(`msingi.auth.signUp(${JSON.stringify(mwana)})`)
    await expect.poll(latest).toMatchObject({ user: { full_name: 'Mwana' } })
    await run(`msingi.auth.account.update({ full_name: 'Mwanaidi' })`)
    await expect.poll(latest).toMatchObject({ user: { full_name: 'Mwanaidi' } })
    await run('msingi.auth.signOut()')
    await expect.poll(async () => (await latest())?.user).toBeUndefined()
    expect(faults).toEqual([])
  })

  test('somebody else who cannot be read is an error until they are, and not the user before', async () => {
    const { page, run, seen, latest } = await open()
    const amina = await signUp(run, AMINA)
    await run(`show({ of: 'user' })`)
    await expect.poll(latest).toMatchObject({ user: { id: amina } })
    const other = { ...JUMA, email: 'other@example.com', phone: '+255712345676' }
    const path = `/projects/${project.id}/auth/signup`
    const { data } = await app.api('POST', path, { key: project.publishable, body: other })
    await page.route('**/auth/users/**', (route) => route.fulfill({ status: 500, body: '{}' }))
    const before = (await seen()).length
    const name = `msingi.session.${project.id}`
    // As another tab of the page's server does that has stored tokens alone.
    await run(`localStorage.setItem('${name}', '${JSON.stringify({ tokens: data.tokens })}')`)
    await run(`dispatchEvent(new StorageEvent('storage', { key: '${name}' }))`)
    await expect.poll(async () => (await latest())?.error).toContain('MsingiError')
    for (const { user } of (await seen()).slice(before)) expect(user).toBeUndefined()
    await page.unroute('**/auth/users/**')
    await run('msingi.auth.session()')
    await expect.poll(latest).toMatchObject({ user: { id: data.user.id } })
    expect((await latest())?.error).toBeUndefined()
  })

  test('a file that one user has uploaded is not shown to the next one', async () => {
    const { run, latest, faults } = await open()
    await signUp(run, AMINA)
    await run(`show({ of: 'upload' })`)
    await expect.poll(latest).toMatchObject({ isUploading: false })
    await run(`handles.upload('of one', new Blob(['x']))`)
    await expect.poll(latest).toMatchObject({ file: { name: 'of one' } })
    await run('msingi.auth.signOut()')
    await expect.poll(async () => (await latest())?.file).toBeUndefined()
    expect(faults).toEqual([])
  })

  test('an upload with progress, one that fails, and one that is stopped', async () => {
    const { page, run, seen, latest, faults } = await open()
    await signUp(run, AMINA)
    await run(`show({ of: 'upload' })`)
    await expect.poll(latest).toMatchObject({ isUploading: false })
    const upload = (name: string) =>
      run<unknown>(
        `handles.upload('${name}', new Blob(['x'.repeat(100000)])).then((file) => file?.name ?? 'none')`,
      )
    expect(await upload('one')).toBe('one')
    await expect.poll(latest).toMatchObject({ file: { name: 'one' }, isUploading: false })
    expect((await seen()).some(({ progress }) => progress?.loaded === 100_000)).toBe(true)
    expect(await upload('one')).toBe('none')
    await expect.poll(async () => (await latest())?.error).toContain('MsingiError')
    await page.route('**/storage/**', () => {})
    const stopped = upload('two')
    await expect.poll(latest).toMatchObject({ isUploading: true })
    await run('show(undefined)')
    expect(await stopped).toBe('none')
    expect(faults).toEqual([])
  })

  test('what a server has rendered is taken over, and then kept in step', async () => {
    const { run, seen, titles, faults } = await open()
    const amina = await signUp(run, AMINA)
    const id = await insert('ssr', 'New', amina)
    const initial = JSON.stringify([{ id, title: 'Rendered', board: 'ssr', user_id: amina }])
    expect(await run(`hydrate({ of: 'rows', board: 'ssr', initial: ${initial} })`)).toContain('Rendered')
    await expect.poll(titles).toEqual(['New'])
    // It is of the first query alone.
    await run(`show({ of: 'rows', board: 'other', initial: ${initial} })`)
    await expect.poll(titles).toEqual([])
    await run(`show({ of: 'rows', board: 'ssr', initial: ${initial} })`)
    await expect.poll(titles).toEqual(['New'])
    const all = await seen()
    expect(all.flatMap(({ mismatch }) => mismatch ?? [])).toEqual([])
    for (const { board, rows } of all) for (const row of rows ?? []) expect(row.board).toBe(board)
    expect(faults).toEqual([])
  })
})
