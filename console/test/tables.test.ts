// The table editor, with a large table, checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { violationsOf } from './axe.ts'
import { type OpenConsole, openConsole, type Visit } from './open-console.ts'

const ROWS = 100_000

describe.skipIf(NO_CHROMIUM)('the table editor', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = (method: string, path: string, body?: unknown) =>
    opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
  const open = (search: string, options: { width?: number } = {}): Promise<Visit> =>
    opened.visit(`/projects/${project.id}/tables?${search}`, { as: email, ...options })
  const rowOf = async (where: string) =>
    (await api('GET', `/tables/items/records?where=(${encodeURIComponent(where)})`)).data[0]
  /** cell is a cell of the grid, by its row (from 1) and the name of its column. */
  const cell = (page: Page, row: number, column: string) =>
    page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][data-name="${column}"]`)

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    await api('POST', '/tables', { name: 'Shops', columns: [{ name: 'name', data_type: 'string' }] })
    await api('POST', '/tables', {
      name: 'Items',
      columns: [
        { name: 'number', data_type: 'integer', indexed: true },
        { name: 'title', data_type: 'string', required: true },
        { name: 'code', data_type: 'bigint' },
        { name: 'price', data_type: 'decimal' },
        { name: 'sold', data_type: 'boolean' },
        { name: 'meta', data_type: 'jsonb' },
        { name: 'state', data_type: 'enum', enum_values: ['new', 'old'], default_value: 'new' },
        { name: 'shop_id', data_type: 'uuid' },
      ],
    })
    const link = { from_table: 'items', from_column: 'shop_id', to_table: 'shops', to_column: 'id' }
    await api('POST', '/schema/relationships', link)
    const sql =
      `insert into items (number, title, code, price) ` +
      `select n, 'Item ' || n, 9007199254740993 + n, 12.50 from generate_series(1, ${ROWS}) n`
    const filled = await api('POST', '/schema/exec-ddl', { sql })
    if (filled.status !== 200) throw new Error(filled.text)
  })
  afterAll(() => opened?.stop())

  test('scrolls through 100,000 rows with few elements and few requests', async () => {
    const { page, problems, close } = await open('table=items&order=number.asc')
    let requests = 0
    page.on('request', (request) => {
      if (request.url().includes('/records')) requests += 1
    })
    const grid = page.getByRole('grid', { name: 'Items' })
    await cell(page, 1, 'title').getByText('Item 1', { exact: true }).waitFor()
    await page.getByText('100,000 rows').waitFor()
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(ROWS + 1))

    await grid.focus()
    await page.keyboard.press('Control+ArrowDown')
    await cell(page, ROWS, 'title').getByText(`Item ${ROWS}`, { exact: true }).waitFor()
    await page.getByLabel('Go to row').fill('50000')
    await page.keyboard.press('Enter')
    await cell(page, 50_000, 'title').getByText('Item 50000', { exact: true }).waitFor()
    await grid.evaluate((element) => {
      // The bar is dragged from the middle to the start.
      for (let step = 20; step >= 0; step -= 1) element.scrollTop = (element.scrollTop * step) / 21
    })
    await cell(page, 1, 'title').getByText('Item 1', { exact: true }).waitFor()

    await expect.poll(() => page.getByRole('gridcell').count()).toBeLessThan(700)
    // One page in view and two ahead for each of three jumps, and the count.
    expect(requests).toBeLessThan(20)
    expect(problems()).toEqual([])
    await close()
  })

  test('edits cells by the keyboard, keeps all digits, and undoes', async () => {
    const { page, problems, close } = await open('table=items&where=(number.eq.7)')
    await cell(page, 1, 'code').getByText('9007199254741000').waitFor()
    await expect.poll(() => cell(page, 1, 'price').innerText()).toBe('12.50')
    await cell(page, 1, 'title').dblclick()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Kitabu')
    await page.keyboard.press('Tab')
    // The next cell is active: typing replaces what is there.
    await page.keyboard.type('9223372036854775807')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await rowOf('number.eq.7')).title).toBe('Kitabu')
    const text = async () => (await api('GET', '/tables/items/records?where=(number.eq.7)')).text
    await expect.poll(text).toContain('"code":9223372036854775807')
    expect(await text()).toContain('"price":12.50')

    await page.keyboard.press('Control+z')
    await expect.poll(text).toContain('"code":9007199254741000')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await rowOf('number.eq.7')).title).toBe('Item 7')

    await cell(page, 1, 'price').click()
    await page.keyboard.press('Delete')
    await cell(page, 1, 'price').getByText('NULL').waitFor()
    await expect.poll(async () => (await rowOf('number.eq.7')).price).toBeNull()
    expect(problems()).toEqual([])
    await close()
  })

  test('takes a refused edit back, with the reason of the server', async () => {
    const { page, problems, close } = await open('table=items&where=(number.eq.8)')
    await cell(page, 1, 'code').click()
    await page.keyboard.type('many')
    await page.keyboard.press('Enter')
    await page
      .getByText(/code: must be a whole number/)
      .first()
      .waitFor()
    await cell(page, 1, 'code').getByText('9007199254741001').waitFor()
    expect(problems([400])).toEqual([])
    await close()
  })

  test('filters with groups, sorts by several columns, and keeps both in the address', async () => {
    const { page, problems, close } = await open('table=items')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Column' }).click()
    await page.getByRole('option', { name: 'number' }).click()
    await page.getByRole('combobox', { name: 'Operator' }).click()
    await page.getByRole('option', { name: 'is at most' }).click()
    await page.getByRole('textbox', { name: 'Value' }).fill('20')
    await page.getByRole('button', { name: 'Group' }).click()
    await page.getByRole('textbox', { name: 'Value' }).nth(1).fill('3')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('where')).toMatch(/^\(or\(number\.lte\.20,/)
    await page.getByRole('columnheader').getByTitle('number').click()
    await page
      .getByRole('columnheader')
      .getByTitle('title')
      .click({ modifiers: ['Shift'] })
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe('number.asc,title.asc')
    expect(problems()).toEqual([])
    await close()
  })

  test('inserts, deletes, restores and removes rows', async () => {
    const { page, problems, close } = await open('table=shops')
    await page.getByText('No rows yet').waitFor()
    for (const name of ['Duka la Asha', '']) {
      await page.getByRole('button', { name: 'Insert row' }).first().click()
      const form = page.getByRole('dialog', { name: 'New row in Shops' })
      if (name === '') await form.getByRole('combobox', { name: 'What name becomes' }).click()
      if (name === '') await page.getByRole('option', { name: 'Value' }).click()
      else await form.getByRole('textbox', { name: /^name/ }).fill(name)
      await form.getByRole('button', { name: 'Insert' }).click()
      await form.waitFor({ state: 'detached' })
    }
    const names = async (more = '') =>
      (await api('GET', `/tables/shops/records?order=name.asc${more}`)).data.map(
        (row: { name: string }) => row.name,
      )
    expect(await names()).toEqual(['', 'Duka la Asha'])
    await cell(page, 1, 'name').getByText('empty').waitFor()

    await cell(page, 1, 'name').click()
    await page.getByRole('button', { name: 'Delete 1 row' }).click()
    await page
      .getByRole('dialog', { name: 'Delete 1 row?' })
      .getByRole('button', { name: 'Delete 1 row' })
      .click()
    await page.getByText('1 row deleted').waitFor()
    await expect.poll(() => names()).toEqual(['Duka la Asha'])
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => names()).toEqual(['', 'Duka la Asha'])

    await cell(page, 2, 'name').click()
    await page.getByRole('button', { name: 'Delete 1 row' }).click()
    await page
      .getByRole('dialog', { name: 'Delete 1 row?' })
      .getByRole('button', { name: 'Delete 1 row' })
      .click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Deleted rows' }).click()
    await cell(page, 1, 'name').getByText('Duka la Asha').click()
    await page.getByRole('button', { name: 'Remove for good' }).click()
    await page.getByLabel('to confirm').fill('shops')
    await page
      .getByRole('dialog', { name: /^Remove/ })
      .getByRole('button', { name: 'Remove for good' })
      .click()
    await page.getByText('No deleted rows').waitFor()
    expect(await names('&deleted=include')).toEqual([''])
    expect(problems()).toEqual([])
    await close()
  })

  test('pastes a table as a diff, in one batch, and copies it back', async () => {
    const { page, problems, close } = await open('table=items&where=(number.in.(11,12))&order=number.asc')
    await cell(page, 1, 'title').click()
    const text = 'Kusadikika\t111\nUtengano\t\n"Rosa\tMistika"\t333'
    await page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await page.keyboard.press('Control+v')
    const diff = page.getByRole('dialog', { name: 'Paste' })
    await diff.getByText('6 cells change, and 1 row is new').waitFor()
    expect((await rowOf('number.eq.11')).title).toBe('Item 11')
    await diff.getByRole('button', { name: 'Write' }).click()
    await cell(page, 1, 'title').getByText('Kusadikika').waitFor()
    const first = await rowOf('number.eq.11')
    const second = await rowOf('number.eq.12')
    expect([first.title, first.code, second.title, second.code]).toEqual([
      'Kusadikika',
      111,
      'Utengano',
      null,
    ])
    expect((await rowOf('code.eq.333')).title).toBe('Rosa\tMistika')

    await cell(page, 1, 'title').click()
    await cell(page, 2, 'code').click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+c')
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toBe('Kusadikika\t111\nUtengano\t')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await rowOf('number.eq.12')).title).toBe('Item 12')
    expect(problems()).toEqual([])
    await close()
  })

  test('copies one cell as its text, keeps NULL at the end of a copy, and takes no word for a boolean that is none', async () => {
    const numbers = [14, 15, 16, 17]
    const rows = async () => Promise.all(numbers.map((number) => rowOf(`number.eq.${number}`)))
    for (const [at, part] of [{ meta: { n: 'a "b"' } }, { price: null }, { price: 1 }].entries())
      await api('PATCH', `/tables/items/records/${(await rows())[at].id}`, { data: part })
    const { page, problems, close } = await open(
      'table=items&where=(number.in.(14,15,16,17))&order=number.asc',
    )
    const paste = async (row: number, column: string, about: string) => {
      await cell(page, row, column).click()
      await page.keyboard.press('Control+v')
      const dialog = page.getByRole('dialog', { name: 'Paste' })
      await dialog.getByText(about).waitFor()
      return dialog
    }
    const write = async (dialog: Awaited<ReturnType<typeof paste>>) => {
      await dialog.getByRole('button', { name: 'Write' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await cell(page, 1, 'meta').getByText('a \\"b\\"').waitFor()
    await cell(page, 1, 'meta').click()
    await page.keyboard.press('Control+c')
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toBe('{"n":"a \\"b\\""}')
    await write(await paste(2, 'meta', '1 cell changes'))
    expect((await rows())[1].meta).toEqual({ n: 'a "b"' })

    await cell(page, 1, 'price').click()
    await cell(page, 2, 'price').click({ modifiers: ['Shift'] })
    await page.keyboard.press('Control+c')
    await write(await paste(3, 'price', '2 cells change'))
    expect((await rows()).map(({ price }) => price)).toEqual([12.5, null, 12.5, null])

    await page.evaluate(() => navigator.clipboard.writeText('yes\n1\nx\nNDIYO'))
    const dialog = await paste(1, 'sold', '2 cells change')
    await dialog.getByText('2 cells do not fit their columns, and are left out.').waitFor()
    await dialog.getByText('NDIYO: This is neither true nor false.').waitFor()
    await write(dialog)
    expect((await rows()).map(({ sold }) => sold)).toEqual([true, true, null, null])
    expect(problems()).toEqual([])
    await close()
  })

  test('finds the related row by its label', async () => {
    const shop = (await api('POST', '/tables/shops/records', { data: { name: 'Duka la vitabu' } })).data
    const { page, problems, close } = await open('table=items&where=(number.eq.13)&columns=title,shop_id')
    await cell(page, 1, 'shop_id').click()
    await page.keyboard.type('vita')
    await page.getByRole('option', { name: /Duka la vitabu/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await rowOf('number.eq.13')).shop_id).toBe(shop.id)
    await page.getByRole('button', { name: 'Open row' }).click()
    await page.getByRole('link', { name: 'Open in shops' }).click()
    await page.getByRole('dialog', { name: 'Row of Shops' }).getByRole('tab', { name: 'JSON' }).click()
    await page.getByText('"name": "Duka la vitabu"').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('shows edits of others, and both versions where two edit one cell', async () => {
    const [one, other] = [
      await open('table=items&where=(number.lt.30)'),
      await open('table=items&where=(number.lt.30)'),
    ]
    for (const { page } of [one, other]) await page.getByRole('img', { name: 'Live' }).waitFor()
    await cell(one.page, 1, 'title').click()
    await one.page.keyboard.type('Of the first')
    await one.page.keyboard.press('Enter')
    await cell(other.page, 1, 'title').getByText('Of the first').waitFor()

    // The other one begins an edit, and the first one is quicker.
    await cell(other.page, 2, 'title').dblclick()
    await other.page.keyboard.press('Control+a')
    await other.page.keyboard.type('Of the other')
    const { id } = await rowOf('number.eq.28')
    await api('PATCH', `/tables/items/records/${id}`, { data: { title: 'Quicker' } })
    await cell(one.page, 2, 'title').getByText('Quicker').waitFor()
    await other.page.keyboard.press('Enter')
    const conflict = other.page.getByRole('dialog', { name: 'title was changed meanwhile' })
    await conflict.getByText('Quicker').waitFor()
    expect((await rowOf('number.eq.28')).title).toBe('Quicker')
    await conflict.getByRole('button', { name: 'Write mine' }).click()
    await cell(one.page, 2, 'title').getByText('Of the other').waitFor()

    await api('POST', '/tables/items/records', { data: { number: 1, title: 'New' } })
    await one.page.getByRole('button', { name: 'Show 1 new row' }).click()
    await cell(one.page, 1, 'title').getByText('New', { exact: true }).waitFor()
    expect(one.problems()).toEqual([])
    // 412 is what the row's tag is for.
    expect(other.problems([412])).toEqual([])
    await one.close()
    await other.close()
  })

  test('shows cards on a phone, and a viewer nothing that is refused', async () => {
    const phone = await open('table=items&where=(number.eq.9)', { width: 360 })
    await phone.page.getByRole('button', { name: /Item 9/ }).click()
    const form = phone.page.getByRole('dialog', { name: 'Row of Items' })
    await form.getByRole('textbox', { name: /^title/ }).fill('Tisa')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await rowOf('number.eq.9')).title).toBe('Tisa')
    expect(phone.problems()).toEqual([])
    await phone.close()

    const { organisation_id } = (await api('GET', '')).data
    const viewer = await opened.app.register()
    const member = { email: viewer.user.email, role: 'viewer' }
    const path = `/organisations/${organisation_id}/members`
    await opened.app.api('POST', path, { token: project.token, body: member })
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/tables?table=items`, {
      as: viewer.user.email,
    })
    await cell(page, 1, 'title').dblclick()
    await expect.poll(() => page.getByRole('textbox', { name: 'title' }).count()).toBe(0)
    await expect
      .poll(() => page.getByRole('button', { name: /Insert row|Delete/ }).allInnerTexts())
      .toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('is accessible with rows, an open cell and a form', async () => {
    const { page, problems, close } = await open('table=items&where=(number.lt.50)')
    await cell(page, 1, 'title').click()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'title' }).waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Space')
    await page.getByRole('dialog', { name: 'Row of Items' }).getByRole('textbox').first().waitFor()
    await page.waitForFunction(() => document.getAnimations().length === 0)
    await expect.poll(() => violationsOf(page)).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })
})
