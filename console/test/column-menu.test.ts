// The menu of a column: by mouse, by keyboard, on a phone, and for who may not change the schema.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { violationsOf } from './axe.ts'
import { type OpenConsole, openConsole, type Visit, type VisitOptions } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('the menu of a column', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await opened.app.api(method, path, { token: project.token, body })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.data
  }
  const open = (options: VisitOptions = {}): Promise<Visit> =>
    opened.visit(`/projects/${project.id}/tables?table=items`, { as: email, ...options })
  const header = (page: Page, name: string) => page.getByRole('columnheader', { name })
  const cell = (page: Page, row: number, column: string) =>
    page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][data-name="${column}"]`)
  const act = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
  const acts = (page: Page) => page.getByRole('menuitem').allInnerTexts()
  const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
  const CHANGES = ['Rename', 'Change', 'Drop']

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await api('GET', '/me')).email
    const columns = [
      { name: 'title', data_type: 'string' },
      { name: 'stock', data_type: 'integer' },
      { name: 'old', data_type: 'string' },
    ]
    await api('POST', `/projects/${project.id}/tables`, { name: 'Items', columns })
    // The newest stands first.
    for (const [title, stock] of Object.entries({ Unga: 1, Mchele: 5, Chai: 2 }))
      await api('POST', `/projects/${project.id}/tables/items/records`, { data: { title, stock, old: 'x' } })
  })
  afterAll(() => opened?.stop())

  test.each(['light', 'dark'] as const)('sorts, freezes and hides by the mouse, %s', async (scheme) => {
    const { page, problems, close } = await open({ scheme })
    await cell(page, 1, 'title').getByText('Chai').waitFor()
    const choose = async (column: string, name: string) => {
      await header(page, column).hover()
      await page.getByRole('button', { name: `Menu of ${column}` }).click()
      await act(page, name).click()
    }
    await choose('stock', 'Sort descending')
    await expect.poll(() => param(page, 'order')).toBe('stock.desc')
    await cell(page, 1, 'title').getByText('Mchele').waitFor()
    await choose('stock', 'Sort ascending')
    await expect.poll(() => param(page, 'order')).toBe('stock.asc')
    await choose('stock', 'Do not sort by it')
    await expect.poll(() => param(page, 'order')).toBeNull()
    await choose('title', 'Freeze up to here')
    const position = () => header(page, 'title').evaluate((element) => getComputedStyle(element).position)
    await expect.poll(position).toBe('sticky')
    await choose('title', 'Unfreeze from here')
    await expect.poll(position).toBe('absolute')
    await choose('stock', 'Hide')
    await header(page, 'stock').waitFor({ state: 'detached' })
    await cell(page, 1, 'title').getByText('Chai').waitFor()
    await header(page, 'title').hover()
    await page.getByRole('button', { name: 'Menu of title' }).waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('opens by the keyboard, and the cells have the keys again', async () => {
    const { page, problems, close } = await open()
    await cell(page, 1, 'title').getByText('Chai').waitFor()
    await cell(page, 1, 'stock').click()
    await page.keyboard.press('Alt+ArrowDown')
    await act(page, 'Sort ascending').waitFor()
    await page.keyboard.press('Escape')
    await act(page, 'Sort ascending').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => cell(page, 2, 'stock').getAttribute('data-active')).toBe('true')
    await page.keyboard.press('Alt+ArrowDown')
    await act(page, 'Sort ascending').waitFor()
    await page.keyboard.type('Sort d')
    await page.keyboard.press('Enter')
    await expect.poll(() => param(page, 'order')).toBe('stock.desc')
    // No key of the menu has gone to a cell.
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(() => cell(page, 2, 'stock').getByRole('textbox').count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })

  test('renames, changes and drops a column, also on a phone', async () => {
    const { page, problems, close } = await open({ width: 390 })
    await page.getByRole('button', { name: 'Columns' }).click()
    const panel = page.getByRole('dialog', { name: 'Columns and order' })
    const choose = async (column: string, name: string) => {
      await panel.getByRole('button', { name: `Menu of ${column}` }).click()
      await act(page, name).click()
    }
    await panel.getByRole('button', { name: 'Menu of id' }).click()
    await act(page, 'Sort descending').waitFor()
    await expect.poll(async () => (await acts(page)).filter((name) => CHANGES.includes(name))).toEqual([])
    await page.keyboard.press('Escape')
    await act(page, 'Sort descending').waitFor({ state: 'detached' })
    await choose('old', 'Rename')
    const form = page.getByRole('dialog', { name: 'Change old' })
    await form.getByLabel('Name').fill('older')
    await expect.poll(() => form.getByLabel('Type').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByText('RENAME COLUMN').waitFor()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('cell', { name: 'older', exact: true }).waitFor()

    await page.getByRole('link', { name: 'Rows', exact: true }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await choose('older', 'Change')
    await page.getByRole('dialog', { name: 'Change older' }).getByLabel('Type').waitFor()
    // Back to the panel.
    await page.goBack()
    await choose('older', 'Drop')
    await page.getByRole('textbox', { name: 'Type “older” to confirm' }).fill('older')
    await page.getByRole('button', { name: 'Drop', exact: true }).click()
    await page.getByText('The schema is changed').last().waitFor()
    const names = async () => {
      const tables: { slug: string; columns: { name: string }[] }[] = await api(
        'GET',
        `/projects/${project.id}/tables`,
      )
      return tables.find(({ slug }) => slug === 'items')?.columns.map(({ name }) => name)
    }
    await expect.poll(names).not.toContain('older')
    expect(problems()).toEqual([])
    await close()
  })

  test('has no changes of the schema for who may only read', async () => {
    const { data } = await opened.app.api('GET', `/projects/${project.id}`, { token: project.token })
    const { user } = await opened.app.register()
    await api('POST', `/organisations/${data.organisation_id}/members`, { email: user.email, role: 'viewer' })
    const { page, problems, close } = await open({ as: user.email })
    await header(page, 'title').hover()
    await page.getByRole('button', { name: 'Menu of title' }).click()
    await act(page, 'Hide').waitFor()
    await expect.poll(async () => (await acts(page)).filter((name) => CHANGES.includes(name))).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })
})
