// What is shown of tables: tabs, the search in loaded rows, columns and filters, checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { findInRows, nextOf } from '../src/screens/tables/find/find-in-rows.ts'
import { violationsOf } from './axe.ts'
import { type OpenConsole, openConsole, type Visit } from './open-console.ts'

const ROWS = 60

describe.skipIf(NO_CHROMIUM)('views of tables', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) => {
    const { status, text, data } = await opened.app.api(method, `/projects/${project.id}${path}`, {
      token: project.token,
      body,
    })
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return data
  }
  const open = (search: string): Promise<Visit> =>
    opened.visit(`/projects/${project.id}/tables?${search}`, { as: email })
  const cell = (page: Page, row: number, column: string) =>
    page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][data-name="${column}"]`)
  const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const name = { name: 'name', data_type: 'string' }
    await api('POST', '/tables', { name: 'Shops', columns: [name] })
    const columns = [
      { name: 'number', data_type: 'integer' },
      { name: 'title', data_type: 'string' },
      { name: 'city', data_type: 'string' },
      { name: 'shop_id', data_type: 'uuid' },
    ]
    await api('POST', '/tables', { name: 'Items', columns })
    const link = { from_table: 'items', from_column: 'shop_id', to_table: 'shops', to_column: 'id' }
    await api('POST', '/schema/relationships', link)
    const sql =
      `insert into shops (name) values ('Duka la Asha'), ('Soko');` +
      `insert into items (number, title, city, shop_id) select n, 'Item ' || n, case n % 3 when 0 then 'Moshi' when 1 then 'Tanga' end,` +
      ` (select id from shops where name = case n when 7 then 'Duka la Asha' else 'Soko' end) from generate_series(1, ${ROWS}) n`
    await api('POST', '/schema/exec-ddl', { sql })
  })
  afterAll(() => opened?.stop())

  test('open tables are tabs that keep their views, also in another browser', async () => {
    const first = await open('table=items&where=(number.lte.5)&order=number.desc')
    await cell(first.page, 1, 'title').getByText('Item 5').waitFor()
    await first.page.getByRole('complementary').getByRole('link', { name: 'Shops' }).click()
    await cell(first.page, 1, 'name')
      .getByText('Soko')
      .or(cell(first.page, 1, 'name').getByText('Asha'))
      .waitFor()
    const strip = first.page.getByRole('navigation', { name: 'Open tables' })
    await expect.poll(() => violationsOf(first.page)).toEqual([])
    await strip.getByRole('button', { name: 'Items', exact: true }).click()
    await cell(first.page, 1, 'title').getByText('Item 5').waitFor()
    await expect
      .poll(() => [param(first.page, 'where'), param(first.page, 'order')])
      .toEqual(['(number.lte.5)', 'number.desc'])
    const tabs = async () =>
      (await api('GET', '/console')).length === 0 ? [] : (await api('GET', '/console/table-tabs')).value
    const items = { table: 'items', view: { where: '(number.lte.5)', order: 'number.desc' } }
    await expect.poll(tabs).toEqual([items, { table: 'shops', view: {} }])
    expect(first.problems()).toEqual([])
    await first.close()

    const { page, problems, close } = await open('table=shops')
    const there = page.getByRole('navigation', { name: 'Open tables' })
    await there.getByRole('button', { name: 'Close: Shops' }).click()
    // The one beside it is shown, as it was.
    await cell(page, 1, 'title').getByText('Item 5').waitFor()
    await there.waitFor({ state: 'detached' })
    await expect.poll(tabs).toEqual([items])
    expect(problems()).toEqual([])
    await close()
  })

  test('a text is found in the rows that are loaded, by what is shown as well', async () => {
    const { page, problems, close } = await open('table=items&order=number.asc')
    await cell(page, 1, 'title').getByText('Item 1', { exact: true }).waitFor()
    await cell(page, 1, 'title').click()
    const field = page.getByRole('textbox', { name: 'Find in the rows that are loaded' })
    // What is typed at once belongs to the search, and not to the cell.
    await page.keyboard.press('Control+f')
    await page.keyboard.type('ITEM 2')
    await expect.poll(() => field.inputValue()).toBe('ITEM 2')
    // Item 2 and Item 20 to 29.
    await page.getByRole('status').filter({ hasText: '– of 11, in 60 rows' }).waitFor()
    await page.keyboard.press('Enter')
    await page
      .getByRole('status')
      .filter({ hasText: /^1 of 11, in 60 rows/ })
      .waitFor()
    await page.keyboard.press('Shift+Enter')
    await page.getByRole('status').filter({ hasText: '11 of 11' }).waitFor()
    await expect.poll(() => cell(page, 29, 'title').getAttribute('data-active')).toBe('true')
    await expect.poll(() => cell(page, 28, 'title').getAttribute('data-state')).toBe('found')
    await expect.poll(() => cell(page, 30, 'title').getAttribute('data-state')).toBeNull()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await field.fill('la asha')
    await page.getByRole('status').filter({ hasText: '– of 1, in 60 rows' }).waitFor()
    await page.getByRole('button', { name: 'Next match' }).click()
    await cell(page, 7, 'shop_id').locator('xpath=self::*[@data-active]').waitFor()
    await field.fill('nowhere')
    await page.getByText('Nothing in the 60 rows that are loaded').waitFor()
    await field.press('Escape')
    await field.waitFor({ state: 'detached' })
    // The grid has the keys again.
    await page.keyboard.press('ArrowDown')
    await cell(page, 8, 'shop_id').locator('xpath=self::*[@data-active]').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('columns are hidden, moved, widened and frozen, and rows ordered by several', async () => {
    const { page, problems, close } = await open('table=items')
    await page.getByRole('button', { name: 'Columns' }).click()
    const panel = page.getByRole('dialog', { name: 'Columns and order' })
    await panel.getByRole('checkbox', { name: 'Show shop_id' }).uncheck()
    await panel.getByRole('button', { name: 'Move city up' }).press('Enter')
    await panel.getByRole('spinbutton', { name: 'Width of title' }).fill('300')
    await panel.getByRole('spinbutton', { name: 'Columns that stay' }).fill('2')
    for (const [column, order] of [
      ['city', 'Descending'],
      ['number', 'Ascending'],
    ] as const) {
      await panel.getByRole('combobox', { name: `Order by ${column}` }).click()
      await page.getByRole('option', { name: order }).click()
    }
    await panel.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => param(page, 'order')).toBe('city.desc,number.asc')
    const named = async () => {
      const titles = page.getByRole('columnheader').locator('[title]')
      const names = await titles.evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''))
      return names.filter((name) => ['number', 'city', 'title', 'shop_id'].includes(name))
    }
    await expect.poll(named).toEqual(['number', 'city', 'title'])
    await expect
      .poll(() => cell(page, 1, 'title').evaluate((element) => element.getBoundingClientRect().width))
      .toBe(300)
    await expect
      .poll(() =>
        page
          .getByRole('columnheader', { name: 'number' })
          .evaluate((element) => getComputedStyle(element).position),
      )
      .toBe('sticky')
    const rows = await api('GET', '/tables/items/records?order=city.desc,number.asc&limit=1')
    await cell(page, 1, 'title').getByText(rows[0].title, { exact: true }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('a column is dragged to another place, and a press still orders', async () => {
    const { page, problems, close } = await open('table=items')
    const header = (name: string) => page.getByRole('columnheader', { name })
    await cell(page, 1, 'title').waitFor()
    const middle = async (name: string) => {
      const box = await header(name).boundingBox()
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 10] as const
    }
    await header('city').hover()
    await page.mouse.down()
    await page.mouse.move(...(await middle('number')), { steps: 4 })
    await page.mouse.up()
    const names = () =>
      (param(page, 'columns') ?? '').split(',').filter((name) => ['number', 'title', 'city'].includes(name))
    await expect.poll(names).toEqual(['city', 'number', 'title'])
    await expect.poll(() => param(page, 'order')).toBeNull()
    await header('city').getByTitle('city').click()
    await expect.poll(() => param(page, 'order')).toBe('city.asc')
    await expect.poll(names).toEqual(['city', 'number', 'title'])
    expect(problems()).toEqual([])
    await close()
  })

  test('the address and the command of a filter with groups return the rows that are shown', async () => {
    const { page, problems, close } = await open('table=items&order=number.asc')
    const choose = async (name: string, at: number, option: string) => {
      await page.getByRole('combobox', { name, exact: true }).nth(at).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose('Column', 0, 'number')
    await choose('Operator', 0, 'is less than')
    await page.getByRole('textbox', { name: 'Value' }).fill('10')
    await page.keyboard.press('Enter')
    await expect.poll(() => param(page, 'where')).toBe('(number.lt.10)')
    await page.getByRole('button', { name: 'Add a filter' }).click()
    await choose('Column', 0, 'city')
    await page.getByRole('textbox', { name: 'Value' }).fill('Moshi')
    await page.getByRole('button', { name: 'Group' }).click()
    await choose('Column', 1, 'city')
    await choose('Operator', 1, 'is NULL')
    const where = '(number.lt.10,or(city.eq.Moshi,city.is.null))'
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => param(page, 'where')).toBe(where)
    await page.getByText('6 rows', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'More about the filter' }).click()
    await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()')
    await expect.poll(clipboard).toContain('curl -H')
    const curl = await clipboard()
    const [, address = ''] = curl.match(/'(http[^']*)'/) ?? []
    const answer = await fetch(address, { headers: { 'x-platform-api-key': project.secret } })
    const found = ((await answer.json()) as { data: { number: number }[] }).data.map(({ number }) => number)
    expect(found).toEqual([2, 3, 5, 6, 8, 9])
    for (const [at, number] of found.entries())
      await cell(page, at + 1, 'number')
        .getByText(String(number), { exact: true })
        .waitFor()
    expect(problems()).toEqual([])
    await close()
  })
})

test('a search is bounded, and goes round', () => {
  const column = {
    name: 'a',
    type: 'text',
    kind: 'text',
    width: 100,
    nullable: true,
    readOnly: true,
  } as const
  const rows = Array.from({ length: 4000 }, (_, at) => [at, { id: String(at), a: 'same' }] as const)
  const { places, rows: searched } = findInRows('SAME ', rows, [column], () => undefined)
  expect([places.length, searched]).toEqual([1000, 4000])
  expect(findInRows(' ', rows, [column], () => undefined).places).toEqual([])
  const two = [
    { row: 1, column: 0 },
    { row: 5, column: 2 },
  ]
  expect(nextOf(two, { row: 1, column: 0 }, false)).toBe(two[1])
  expect(nextOf(two, { row: 9, column: 0 }, false)).toBe(two[0])
  expect(nextOf(two, { row: 1, column: 0 }, true)).toBe(two[1])
  expect(nextOf([], { row: 0, column: 0 }, false)).toBeUndefined()
})
