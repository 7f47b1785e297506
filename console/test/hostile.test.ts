// Names and values that would be markup, or break the layout: shown as text on every screen, never run.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { drawn, type OpenConsole, openConsole } from './open-console.ts'

const MARKUP = '"><script>window.hit=1</script><img src=x onerror="window.hit=1">'
const CORPUS = [
  MARKUP,
  'javascript:window.hit=1',
  '\u202etxt.exe\u202c \u2066inside\u2069',
  'zero\u200bwidth\u200d\ufeff\u00ad',
  '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301\u0302\u0303\u0304\u0305\u0306',
  'W'.repeat(240),
]

describe.skipIf(NO_CHROMIUM)('hostile names and values', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const call = (method: string, path: string, body?: unknown, key?: string) =>
    opened.app.api(method, path, key === undefined ? { token: project.token, body } : { key, body })
  const api = async (method: string, path: string, body?: unknown) => {
    const { status, text, data } = await call(method, `/projects/${project.id}${path}`, body)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return data
  }

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await call('GET', '/me')).data.email
    await api('PATCH', '', { name: MARKUP.slice(0, 80) })
    await api('POST', '/tables', { name: `Rows ${MARKUP}`.slice(0, 60) })
    const table = (await api('GET', '/tables')).find(({ read_only }: any) => !read_only)
    await api('POST', `/tables/${table.id}/columns`, { name: 'body', data_type: 'text', description: MARKUP })
    for (const body of [...CORPUS, 'long '.repeat(200_000)])
      await api('POST', `/tables/${table.id}/records`, { data: { body } })
    slug = table.slug
    await call('POST', '/data/nothing', {}, project.secret)
    await opened.app.api('GET', `/data/${encodeURIComponent(MARKUP)}`, { key: project.secret })
    await api('POST', '/functions', { name: MARKUP.slice(0, 60), slug: 'hostile', code: `// ${MARKUP}` })
    await api('POST', '/storage/buckets', { name: MARKUP.slice(0, 60), slug: 'hostile' })
    const bucket = (await api('GET', '/storage/buckets')).find(({ slug }: any) => slug === 'hostile')
    bucketId = bucket.id
    for (const name of ['<img src=x onerror=hit=1>.txt', '\u0645\u0631.txt', '👩🏽 e\u0301.csv']) {
      const file = { bucket_id: bucketId, object_name: name, content_length: 1 }
      const { url } = await api('POST', '/storage/signed-upload-url', file)
      const { pathname, search } = new URL(url, opened.base)
      const answer = await fetch(opened.base + pathname + search, { method: 'PUT', body: 'x' })
      expect(answer.status, name).toBeLessThan(300)
    }
    const metadata = { [MARKUP]: CORPUS, long: 'W'.repeat(5000) }
    const user = { email: 'a@duka.example', password: 'correct horse 1', full_name: MARKUP, metadata }
    userId = (await api('POST', '/auth/users', user)).id
    for (const [n, name] of CORPUS.entries())
      await api('POST', '/query/saved', { name: name.slice(0, 90), sql: `select ${n} as n` })
    await api('POST', '/env', { key: 'HOSTILE', value: CORPUS.join(' '), environment: 'production' })
    await api('POST', '/webhooks', { name: MARKUP.slice(0, 60), url: 'https://duka.example/', events: ['*'] })
    await api('POST', '/api-keys', { name: MARKUP.slice(0, 60), kind: 'publishable' })
    await api('PUT', '/console/diagram?for=project', { value: { tables: { [MARKUP]: { x: '1', y: {} } } } })
  }, 240_000)
  afterAll(() => opened?.stop())
  let slug = ''
  let bucketId = ''
  let userId = ''

  const check = async (page: Page, where: string) => {
    await page.locator('main').getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => page.evaluate('window.hit'), { message: where }).toBeUndefined()
    const found =
      'document.querySelectorAll("main script, main img[onerror], main [href^=javascript]").length'
    await expect.poll(() => page.evaluate(found), { message: where }).toBe(0)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await drawn(page)
      const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')
      await expect.poll(overflow, { message: `${where} at ${width} px` }).toBeLessThanOrEqual(0)
    }
  }

  test('are text on every screen', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}`, { as: email })
    const screens = [
      '',
      '/tables',
      `/tables?table=${slug}`,
      '/schema',
      `/schema?table=${slug}`,
      `/schema?table=${'W'.repeat(240)}`,
      '/schema?tab=diagram',
      '/schema?tab=history',
      `/policies?table=${slug}`,
      `/sql?sql=${encodeURIComponent(`select '${MARKUP}' as a`)}`,
      '/users',
      `/users?user=${userId}`,
      '/functions',
      '/functions?function=hostile',
      '/storage',
      `/storage?bucket=${bucketId}`,
      '/webhooks',
      '/environment',
      `/api?table=${slug}`,
      '/graphql',
      '/live',
      '/api-keys',
      '/logs',
      '/audit-log',
      '/settings',
    ]
    for (const path of screens) {
      await page.goto(`${opened.base}/console/projects/${project.id}${path}`)
      await check(page, path)
    }
    await page.goto(`${opened.base}/console`)
    await check(page, 'projects')
    await page.getByText(MARKUP.slice(0, 80)).first().waitFor()
    expect(problems()).toEqual([])
    await close()
  }, 240_000)

  test('lead nowhere but below the console', async () => {
    for (const next of [
      '//evil.example',
      'https://evil.example/',
      'javascript:window.hit=1',
      '/\\evil.example',
    ]) {
      const path = `/sign-in?next=${encodeURIComponent(next)}`
      const { page, problems, close } = await opened.visit(path)
      await page.getByLabel('Email').fill(email)
      await page.getByRole('textbox', { name: 'Password' }).fill('correct horse 1')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Projects' }).waitFor()
      await expect.poll(() => new URL(page.url()).origin).toBe(opened.base)
      await expect.poll(() => page.evaluate('window.hit')).toBeUndefined()
      expect(problems()).toEqual([])
      await close()
    }
  })
})
