// The screen of SQL: queries, their parameters, errors at their place, statements that write, and saved queries.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('SQL', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  const open = () => opened.visit(`/projects/${project.id}/sql`, { as: email })
  const write = async (page: Page, sql: string) => {
    await page.getByRole('textbox', { name: 'SQL' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(sql)
  }
  const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click()

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const columns = [
      { name: 'title', data_type: 'string' },
      { name: 'code', data_type: 'bigint' },
    ]
    await api('POST', '/tables', { name: 'Books', columns })
    await api('POST', '/tables/books/records', { data: { title: 'Utengano', code: '9007199254740993' } })
  })
  afterAll(() => opened?.stop())

  test('runs a query with a parameter, and keeps all digits', async () => {
    const { page, problems, close } = await open()
    await write(page, 'select title, code from books where title = :title')
    await page.getByRole('textbox', { name: ':title' }).fill('Utengano')
    await run(page)
    await page.getByText('1 row.').waitFor()
    const grid = page.getByRole('grid', { name: 'Result' })
    await grid.getByText('9007199254740993').waitFor()
    expect(new URL(page.url()).searchParams.get('sql')).toContain('from books')
    await page.getByRole('textbox', { name: ':title' }).fill('Rasimu')
    await run(page)
    await page.getByText('The query has no rows').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('shows an error at its place', async () => {
    const { page, problems, close } = await open()
    await write(page, 'select title,\n  titel\nfrom books')
    await run(page)
    await page.getByRole('alert').filter({ hasText: 'titel' }).waitFor()
    await page.locator('.cm-lintRange-error').waitFor()
    expect(problems([400])).toEqual([])
    await close()
  })

  test('shows what statements change before they run', async () => {
    const { page, problems, close } = await open()
    await write(page, 'create table notes (text text)')
    await page.getByRole('button', { name: 'Show changes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Added').waitFor()
    const slugs = async () => (await api('GET', '/tables')).map(({ slug }: { slug: string }) => slug)
    expect(await slugs()).not.toContain('notes')
    await dialog.getByRole('button', { name: 'Run' }).click()
    await page.getByText('The statements have run').waitFor()
    expect(await slugs()).toContain('notes')
    expect(problems()).toEqual([])
    await close()
  })

  test('saves, opens and deletes a query', async () => {
    const { page, problems, close } = await open()
    await write(page, 'select count(*) from books')
    await page.getByRole('button', { name: 'Save query' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('How many')
    await dialog.getByRole('button', { name: 'Save query' }).click()
    await page.getByRole('button', { name: 'How many', exact: true }).waitFor()
    expect(await api('GET', '/query/saved')).toMatchObject([{ name: 'How many' }])
    await page.getByRole('button', { name: 'Delete: How many' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nothing is saved yet.').waitFor()
    expect(await api('GET', '/query/saved')).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })
})
