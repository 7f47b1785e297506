// What goes wrong around the console: the line, the server, the clock, the rights of the viewer, other tabs. Nothing that was typed
// is lost, and each is said.
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { drawn, type OpenConsole, openConsole, PASSWORD } from './open-console.ts'

const HOUR_MS = 3_600_000

describe.skipIf(NO_CHROMIUM)('when something fails', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(() => opened?.stop())

  const api = (method: string, path: string, body?: unknown, token = project.token) =>
    opened.app.api(method, path, { token, body })
  const bucketNames = async () =>
    (await api('GET', `/projects/${project.id}/storage/buckets`)).data.map(({ name }: any) => name)
  const visit = (path = '', as = email) => opened.visit(`/projects/${project.id}/storage${path}`, { as })
  const form = (page: Page) => page.getByRole('dialog', { name: 'New bucket' })
  const name = (page: Page) => form(page).getByLabel('Name', { exact: true })
  const save = (page: Page) => form(page).getByRole('button', { name: 'Create', exact: true }).click()
  const refusal = (status: number, headers: Record<string, string> = {}) => ({
    status,
    headers,
    json: { success: false, message: `Refused with ${status}.`, errors: [`Refused with ${status}.`] },
  })
  // Event streams and polls end with the line as well, in their own time.
  const withoutLine = (found: readonly string[]) => found.filter((text) => !text.includes('ERR_INTERNET'))

  test('a form survives a lost line, and saves once it is back', async () => {
    const { page, problems, close } = await visit('?create=true')
    await name(page).fill('Line')
    await page.context().setOffline(true)
    await save(page)
    await form(page).getByText('The server cannot be reached').waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Line')
    await page.context().setOffline(false)
    await save(page)
    await form(page).waitFor({ state: 'hidden' })
    expect(await bucketNames()).toContain('Line')
    expect(withoutLine(problems())).toEqual([])
    await close()
  })

  test.each([429, 500, 503])('a form survives %d, and the list is read in spite of it', async (status) => {
    const { page, problems, close } = await visit()
    await page.getByRole('heading', { name: 'Storage', level: 1 }).waitFor()
    let refused = 0
    const once = async (route: Route) => {
      refused += 1
      await route.fulfill(refusal(status, { 'retry-after': '0' }))
    }
    const lists = /\/storage\/buckets(\?|$)/
    await page.route(lists, once, { times: 1 })
    await page.reload()
    if (status === 500) {
      await page.getByText('Refused with 500.').first().waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
    }
    await page.getByRole('button', { name: 'New bucket' }).first().click()
    await name(page).fill(`Bucket ${status}`)
    await page.route(lists, once, { times: 1 })
    await save(page)
    await form(page).getByText(`Refused with ${status}.`).waitFor()
    await expect.poll(() => name(page).inputValue()).toBe(`Bucket ${status}`)
    await save(page)
    await form(page).waitFor({ state: 'hidden' })
    expect(refused).toBe(2)
    expect((await bucketNames()).filter((one: string) => one === `Bucket ${status}`)).toHaveLength(1)
    expect(problems([status])).toEqual([])
    await close()
  })

  test('a role that is taken away: the form says so, and no more is offered', async () => {
    const { user } = await opened.app.register()
    const { organisation_id } = (await api('GET', `/projects/${project.id}`)).data
    const members = `/organisations/${organisation_id}/members`
    expect((await api('POST', members, { email: user.email, role: 'developer' })).status).toBe(201)
    const { page, problems, close } = await visit('?create=true', user.email)
    await name(page).fill('Taken')
    expect((await api('PATCH', `${members}/${user.id}`, { role: 'viewer' })).status).toBe(200)
    await save(page)
    await form(page).getByRole('alert').waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Taken')
    page.once('dialog', (question) => question.accept())
    await page.keyboard.press('Escape')
    await form(page).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Functions' }).click()
    await page.getByRole('heading', { name: 'Functions', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'New function' }).waitFor({ state: 'detached' })
    expect(await bucketNames()).not.toContain('Taken')
    expect(problems([403])).toEqual([])
    await close()
  })

  test('a project that is deleted in another tab is said to be gone', async () => {
    const gone = await api('POST', '/projects', { name: 'Gone' })
    const { page, problems, close } = await opened.visit(`/projects/${gone.data.id}/storage?create=true`, {
      as: email,
    })
    await name(page).fill('Late')
    expect((await api('DELETE', `/projects/${gone.data.id}`)).status).toBe(202)
    await save(page)
    await form(page).getByRole('alert').waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Late')
    page.once('dialog', (question) => question.accept())
    await page.keyboard.press('Escape')
    await form(page).waitFor({ state: 'hidden' })
    await page.goto(`${opened.base}/console/projects/${gone.data.id}/storage`)
    await page
      .getByText(/project/i)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await page.getByRole('link', { name: 'Duka' }).waitFor()
    // The router says why it shows the screen for errors.
    expect(problems([404]).filter((text) => !text.includes('The project was not found'))).toEqual([])
    await close()
  })

  test.each([-HOUR_MS, HOUR_MS])('a clock that is wrong by %d ms costs one renewal', async (wrong) => {
    const renewals: string[] = []
    const prepare = async (page: Page) => {
      page.on('request', (request) => request.url().endsWith('/auth/refresh') && renewals.push(request.url()))
      await page.addInitScript(`{ const now = Date.now; Date.now = () => now.call(Date) + ${wrong} }`)
    }
    const { page, problems, close } = await opened.visit(`/projects/${project.id}`, { as: email, prepare })
    for (const [key, title] of [
      ['u', 'Users'],
      ['b', 'Storage'],
      ['t', 'Table editor'],
    ] as const) {
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText(title).waitFor()
    }
    // A page begins with one.
    expect(renewals).toHaveLength(1)
    expect(problems()).toEqual([])
    await close()
  })

  test('a tab never becomes that of another account by itself', async () => {
    const other = await opened.app.register()
    const first = await visit('?create=true')
    await name(first.page).fill('Whose')
    const second = await opened.visit('/sign-in', { profile: first })
    await second.page.getByLabel('Email').fill(other.user.email)
    await second.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await second.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await second.page.getByText('No projects yet').waitFor()

    const { page } = first
    const dialog = page.getByRole('dialog', { name: 'Another account has signed in' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
    // What was typed can be copied; it is saved as nobody.
    await expect.poll(() => name(page).inputValue()).toBe('Whose')
    await save(page)
    await form(page).getByText('Another account has signed in. Reload the page.').waitFor()
    expect(await bucketNames()).not.toContain('Whose')

    page.once('dialog', (question) => question.accept())
    await page.goto(`${opened.base}/console/account`)
    await page.getByText(other.user.email).first().waitFor()

    // The same without a word from the other tab: the renewal finds out.
    const headers = { 'x-msingi-session': 'cookie', origin: opened.base }
    await page.request.post(`${opened.base}/api/v1/auth/login`, {
      headers,
      data: { email, password: PASSWORD },
    })
    await api('DELETE', '/me/sessions', undefined, other.token)
    await page.getByRole('tab', { name: 'Sessions' }).click()
    await dialog.getByRole('button', { name: 'Reload' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Profile' }).click()
    await page.getByText(email).first().waitFor()
    expect([...first.problems([401]), ...second.problems([401, 403, 404])]).toEqual([])
    await second.close()
    await first.close()
  })

  test('another version of the server has the page loaded again once, and never what is typed', async () => {
    const { page, problems, close } = await visit('?create=true')
    await name(page).fill('Typed')
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.route('**/console/', async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue()
      const answer = await route.fetch()
      const body = (await answer.text()).replace(/(assets\/index-)[^.]+/, '$1other')
      return route.fulfill({ response: answer, body })
    })
    const ask = async () => {
      const asked = page.waitForResponse('**/console/')
      await page.evaluate("dispatchEvent(new Event('online'))")
      await (await asked).finished()
    }
    await ask()
    await page.getByText('Save what you have typed, then reload the page.').waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Typed')
    await save(page)
    await form(page).waitFor({ state: 'hidden' })
    expect(await bucketNames()).toContain('Typed')
    expect(loads).toBe(0)

    await ask()
    await page.getByText('This page has been loaded again.').waitFor()
    expect(loads).toBe(1)
    await page.getByRole('button', { name: 'Typed', exact: true }).waitFor()
    await page.evaluate('window.isSame = true')
    await ask()
    await drawn(page)
    await page.waitForLoadState('networkidle')
    // Another page would not have it.
    await expect.poll(() => page.evaluate('window.isSame')).toBe(true)
    expect(loads).toBe(1)
    expect(problems()).toEqual([])
    await close()
  })
})
