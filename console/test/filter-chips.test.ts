// Filters as chips: added, changed and removed, with an input for each type, by mouse and keyboard, and kept in the address.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { violationsOf } from './axe.ts'
import { type OpenConsole, openConsole, type Visit, type VisitOptions } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('filter chips', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await opened.app.api(method, path, { token: project.token, body })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.data
  }
  const open = (search = '', options: VisitOptions = {}): Promise<Visit> =>
    opened.visit(`/projects/${project.id}/tables?table=items${search}`, { as: email, ...options })
  const where = (page: Page) => new URL(page.url()).searchParams.get('where')
  const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)
  const choose = async (page: Page, name: string, option: string) => {
    await page.getByRole('combobox', { name, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await api('GET', '/me')).email
    const columns = [
      { name: 'title', data_type: 'string' },
      { name: 'stock', data_type: 'integer' },
      { name: 'sold', data_type: 'boolean' },
      { name: 'made', data_type: 'date' },
      { name: 'state', data_type: 'enum', enum_values: ['new', 'used'] },
    ]
    await api('POST', `/projects/${project.id}/tables`, { name: 'Items', columns })
    const sql = Object.entries({ new: '1, 4', used: '5, 9' }).map(
      ([state, range]) =>
        `insert into items (title, stock, sold, made, state) select 'Item ' || n, n, n % 2 = 0, date '2026-01-01' + n, '${state}' ` +
        `from generate_series(${range}) n;`,
    )
    await api('POST', `/projects/${project.id}/schema/exec-ddl`, { sql: sql.join(' ') })
  })
  afterAll(() => opened?.stop())

  test('takes a value as its type is, changes by a click, and removes', async () => {
    const { page, problems, close } = await open()
    const add = () => page.getByRole('button', { name: 'Add a filter' }).click()
    const apply = page.getByRole('button', { name: 'Apply' })
    await page.getByText('9 rows', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(page, 'Column', 'sold')
    await choose(page, 'Value', 'false')
    await apply.click()
    await chip(page, 'sold is false').waitFor()
    await page.getByText('5 rows', { exact: true }).waitFor()
    await add()
    await choose(page, 'Column', 'state')
    await choose(page, 'Value', 'used')
    await apply.click()
    await page.getByText('3 rows', { exact: true }).waitFor()
    await add()
    await choose(page, 'Column', 'made')
    await choose(page, 'Operator', 'is at least')
    await expect.poll(() => apply.isDisabled()).toBe(true)
    await page.getByLabel('Choose made').fill('2026-01-08')
    await apply.click()
    await page.getByText('2 rows', { exact: true }).waitFor()
    await expect.poll(() => where(page)).toBe('(sold.eq.false,state.eq.used,made.gte.2026-01-08)')

    await chip(page, 'sold is false').click()
    await choose(page, 'Value', 'true')
    await apply.click()
    await chip(page, 'sold is true').waitFor()
    await page.getByText('1 row', { exact: true }).waitFor()
    await chip(page, 'made ≥ 2026-01-08').click()
    await page.getByLabel('Choose made').fill('')
    await expect.poll(() => apply.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove: made ≥ 2026-01-08' }).click()
    await expect.poll(() => where(page)).toBe('(sold.eq.true,state.eq.used)')
    await page.reload()
    await chip(page, 'state is used').waitFor()
    await page.getByText('2 rows', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('9 rows', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('region', { name: 'Filters' }).count()).toBe(0)
    await expect.poll(() => isFocused(chip(page, 'Filter'))).toBe(true)
    expect(problems()).toEqual([])
    await close()
  })

  test('is done by the keyboard alone', async () => {
    const { page, problems, close } = await open()
    await page.getByText('9 rows', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.press('Enter')
    const column = page.getByRole('combobox', { name: 'Column', exact: true })
    await expect.poll(() => isFocused(column)).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Item 7')
    await page.keyboard.press('Enter')
    await page.getByText('1 row', { exact: true }).waitFor()
    const made = chip(page, 'title is Item 7')
    await made.focus()
    await page.keyboard.press('Enter')
    const value = page.getByRole('textbox', { name: 'Value' })
    await value.waitFor()
    await page.keyboard.press('Escape')
    await value.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(made)).toBe(true)
    await page.keyboard.press('Delete')
    await page.getByText('9 rows', { exact: true }).waitFor()
    await expect.poll(() => isFocused(chip(page, 'Filter'))).toBe(true)
    expect(problems()).toEqual([])
    await close()
  })

  test.each([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)('shows and changes groups in groups, at %i px, %s', async (width, scheme) => {
    const filter = '(stock.lt.9,or(title.eq.Item 1,not.and(stock.lte.5,sold.eq.false)))'
    const { page, problems, close } = await open(`&where=${encodeURIComponent(filter)}`, { width, scheme })
    const group = chip(
      page,
      'any of these: title is Item 1, (but not all of these: stock ≤ 5, sold is false)',
    )
    await chip(page, 'stock < 9').waitFor()
    await page.getByText('6 rows', { exact: true }).waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await group.click()
    await page.getByRole('textbox', { name: 'Value' }).nth(1).fill('7')
    await page.keyboard.press('Enter')
    await expect.poll(() => where(page)).toBe(filter.replace('lte.5', 'lte.7'))
    await page.getByText('5 rows', { exact: true }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('takes one of the values where there was none, and shows what cannot be copied', async () => {
    const { page, problems, close } = await open('&where=(sold.is.null)')
    await chip(page, 'sold is NULL').click()
    await choose(page, 'Operator', 'is')
    await page.getByRole('button', { name: 'Apply' }).click()
    await chip(page, 'sold is true').waitFor()
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.getByRole('button', { name: 'More about the filter' }).click()
    await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
    await page.getByRole('region', { name: 'Notifications' }).getByText('curl -H').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('says so where a filter was written by hand, and clears it', async () => {
    const { page, problems, close } = await open('&where=(title.like.*3)')
    await page.getByText('This filter was written by hand.').waitFor()
    await page.getByText('1 row', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('9 rows', { exact: true }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })
})
