// The overview of a project: its figures, advice with where it is mended, and programs with the real values in them.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { failures, type OpenConsole, openConsole, type VisitOptions } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('the overview of a project', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const columns = [{ name: 'title', data_type: 'text' }]
    await create('tables', { name: 'books', columns })
  })
  afterAll(() => opened?.stop())

  const create = async (path: string, body: unknown) => {
    const made = await opened.app.api('POST', `/projects/${project.id}/${path}`, {
      token: project.token,
      body,
    })
    expect(made.status, made.message).toBe(201)
  }

  test('of a new project leads to its first table before there is something to count', async () => {
    const { token, user } = await opened.app.register()
    const { id } = (await opened.app.api('POST', '/projects', { token, body: { name: 'Mpya' } })).data
    const { page, problems, close } = await opened.visit(`/projects/${id}`, { as: user.email })
    const steps = page.getByRole('navigation', { name: 'First steps' })
    await steps.getByRole('link', { name: 'Write SQL' }).waitFor()
    await page.getByRole('heading', { name: 'Connect' }).waitFor()
    await page.getByRole('heading', { name: 'Last 24 hours' }).waitFor({ state: 'detached' })
    await steps.getByRole('link', { name: 'Make a table' }).click()
    await page
      .getByRole('dialog', { name: 'New table' })
      .getByRole('textbox', { name: 'Name' })
      .first()
      .waitFor()
    await page.keyboard.type('Books')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL('**/tables?table=books')
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Last 24 hours' }).waitFor()
    await expect.poll(() => steps.count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })

  const newProject = async () => {
    const { token, user } = await opened.app.register()
    const { id } = (await opened.app.api('POST', '/projects', { token, body: { name: 'Muziki' } })).data
    const api = (method: string, path: string, body?: unknown) =>
      opened.app.api(method, `/projects/${id}/${path}`, { token, body })
    const visit = (options: VisitOptions = {}) =>
      opened.visit(`/projects/${id}`, { as: user.email, ...options })
    return { api, visit }
  }
  const door = (page: Page) => page.getByRole('button', { name: 'Load the music store' })
  const goOn = (page: Page) => page.getByRole('button', { name: 'Go on loading the music store' })
  const loaded = (page: Page) => page.getByText('The music store is loaded: 7,682 rows').waitFor()

  test('of a new project loads the music store, and goes on where the line was lost', async () => {
    const { api, visit } = await newProject()
    const { page, problems, close } = await visit()
    const steps = page.getByRole('navigation', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Load the music store 7 tables with 7,682 rows' }).waitFor()
    for (const table of ['tracks', 'order_lines']) {
      const address = `**/tables/${table}/import*`
      await page.route(address, (route) => route.abort())
      await door(page).or(goOn(page)).click()
      await failures(page).getByText('The server cannot be reached.').waitFor()
      await goOn(page).waitFor()
      await page.unroute(address)
      problems()
      await page.reload()
      await goOn(page).waitFor()
    }
    const rest = Promise.withResolvers<void>()
    await page.route('**/tables/orders/import*', async (route) => {
      await rest.promise
      await route.continue()
    })
    const imports: string[] = []
    page.on('request', (request) => request.url().includes('/import?') && imports.push(request.url()))
    await goOn(page).click()
    await steps.getByRole('status').getByText('Loading orders').waitFor()
    await page.getByRole('heading', { name: 'Last 24 hours' }).waitFor({ state: 'detached' })
    // It goes on while another screen is open, and a second press begins no other.
    const navigation = page.getByRole('navigation', { name: 'Navigation' })
    await navigation.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    await navigation.getByRole('link', { name: 'Overview' }).click()
    await steps.getByRole('status').getByText('Loading orders').waitFor()
    await steps.getByRole('progressbar').waitFor()
    await door(page).click()
    rest.resolve()
    await loaded(page)
    await page.getByRole('heading', { name: 'Last 24 hours' }).waitFor()
    await expect.poll(() => steps.count()).toBe(0)
    await expect.poll(() => page.locator('h1:focus').innerText()).toBe('Muziki')
    expect(imports).toHaveLength(7)
    const sql = `select (select count(*) from tracks) as tracks, (select count(*) from order_lines) as lines`
    expect((await api('POST', 'query/exec', { sql })).data.rows).toEqual([{ tracks: 2051, lines: 3495 }])
    const access = (await api('GET', 'rls')).data
    const albums = access.find(({ table }: { table: string }) => table === 'albums')
    expect(albums).toMatchObject({ policies: 1, publishable: ['select'] })
    expect(problems()).toEqual([])
    await close()
  })

  test('goes on with a table of the music store that another tab has just made', async () => {
    const { api, visit } = await newProject()
    const { page, problems, close } = await visit()
    await door(page).waitFor()
    await page.route('**/tables', async (route) => {
      const body = route.request().method() === 'POST' ? route.request().postDataJSON() : undefined
      if (body?.name === 'albums') expect((await api('POST', 'tables', body)).status).toBe(201)
      await route.continue()
    })
    await door(page).click()
    await loaded(page)
    expect(problems()).toEqual([expect.stringMatching(/^409: .*tables$/)])
    await close()
  })

  test('never takes tables with names of the music store for it', async () => {
    const { api, visit } = await newProject()
    const columns = [{ name: 'name', data_type: 'text' }]
    expect((await api('POST', 'tables', { name: 'composers', columns })).status).toBe(201)
    // The table is made after the page has read the tables.
    const answer = { json: { success: true, message: '', data: [] } }
    const prepare = (page: Page) => page.route('**/tables', (route) => route.fulfill(answer), { times: 1 })
    const { page, problems, close } = await visit({ prepare })
    await door(page).click()
    await failures(page).getByText('The table composers is not part of the music store.').waitFor()
    await page.getByRole('heading', { name: 'Last 24 hours' }).waitFor()
    await expect.poll(() => goOn(page).count()).toBe(0)
    const tables = (await api('GET', 'tables')).data.filter(({ read_only }: any) => !read_only)
    expect(tables.map(({ slug }: any) => slug)).toEqual(['composers'])
    expect(problems()).toEqual([])
    await close()
  })

  test('shows figures, and leads to where each advice is mended', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}`, { as: email })
    await page.getByRole('heading', { name: 'Last 24 hours' }).waitFor()
    const { data } = await opened.app.api('GET', `/projects/${project.id}/overview`, { token: project.token })
    const tables = page.locator('dt', { hasText: /^Tables$/ }).locator('xpath=following-sibling::dd')
    await expect.poll(() => tables.innerText()).toBe(String(data.counts.tables))

    const advice = page.getByRole('region', { name: 'Advice' }).getByRole('listitem')
    const openTable = advice.filter({ hasText: 'books has no policies' })
    await openTable.getByRole('link', { name: 'Open policies' }).click()
    await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?table=books')
    expect(problems()).toEqual([])
    await close()
  })

  test('puts a key that it makes, and a table of the project, into programs that run', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}`, { as: email })
    const snippet = page.getByRole('region', { name: 'curl' }).locator('pre')
    await snippet.getByText('YOUR_KEY').waitFor()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const field = page.getByRole('textbox', { name: 'Publishable key' })
    await expect.poll(() => field.inputValue()).toMatch(/^mpk_/)
    const key = await field.inputValue()
    await expect.poll(() => snippet.innerText()).toContain(key)
    const address = (await snippet.innerText()).match(/'(http[^']+)'/)?.[1] ?? ''
    const answer = await fetch(address, { headers: { 'x-platform-api-key': key } })
    expect(answer.status).toBe(200)
    // What is pasted as a secret key stays out.
    await field.fill(project.secret)
    await page.getByText('This is a secret key.').waitFor()
    await expect.poll(() => snippet.innerText()).not.toContain(project.secret)
    await expect.poll(() => snippet.innerText()).toContain('YOUR_KEY')
    await page.getByRole('tab', { name: 'PHP' }).click()
    await page.getByRole('region', { name: 'PHP' }).getByText('<?php').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?language=php')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Types' }).click()
    await page.getByRole('menuitem', { name: 'TypeScript' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('database.ts')
    expect(await readFile(await file.path(), 'utf8')).toContain('books: {')
    expect(problems()).toEqual([])
    await close()
  })
})
