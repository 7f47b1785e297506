// Cells that refer to rows, files and bytes, checked over the API.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { violationsOf } from './axe.ts'
import { type OpenConsole, openConsole, type Visit } from './open-console.ts'

const ROWS = 250
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.skipIf(NO_CHROMIUM)('cells that refer to something', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  let photo: string
  const api = async (method: string, path: string, body?: unknown) => {
    const { status, text, data } = await opened.app.api(method, `/projects/${project.id}${path}`, {
      token: project.token,
      body,
    })
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return data
  }
  const open = (search: string, options: { width?: number } = {}): Promise<Visit> =>
    opened.visit(`/projects/${project.id}/tables?${search}`, { as: email, ...options })
  const cell = (page: Page, row: number, column: string) =>
    page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][data-name="${column}"]`)

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const shops = [
      { name: 'name', data_type: 'string' },
      { name: 'city', data_type: 'string' },
    ]
    await api('POST', '/tables', { name: 'Shops', columns: shops })
    const columns = [
      { name: 'number', data_type: 'integer', indexed: true },
      { name: 'shop_id', data_type: 'uuid' },
      { name: 'photo', data_type: 'file' },
      { name: 'raw', data_type: 'bytea' },
      { name: 'note', data_type: 'text', default_value: 'as usual' },
    ]
    await api('POST', '/tables', { name: 'Items', columns })
    const link = { from_table: 'items', from_column: 'shop_id', to_table: 'shops', to_column: 'id' }
    await api('POST', '/schema/relationships', link)
    await api('POST', '/storage/buckets', { name: 'Photos' })
    const path = `/api/v1/projects/${project.id}/storage/buckets/photos/objects/khanga.png`
    const sent = await fetch(opened.base + path, {
      method: 'PUT',
      headers: { authorization: `Bearer ${project.token}`, 'content-type': 'image/png' },
      body: Buffer.from(PICTURE, 'base64'),
    })
    photo = ((await sent.json()) as { data: { id: string } }).data.id
    const sql =
      `insert into shops (name, city) select 'Shop ' || n, 'City ' || n from generate_series(1, 40) n;` +
      `insert into items (number, shop_id, raw) select n, (select id from shops where name = 'Shop ' || 1 + n % 40), '\\x00ff10'` +
      ` from generate_series(1, ${ROWS}) n;` +
      `update items set photo = '${photo}' where number = 2`
    await api('POST', '/schema/exec-ddl', { sql })
  })
  afterAll(() => opened?.stop())

  test('related rows are shown by their label, with one request for a page', async () => {
    const { page, problems, close } = await open('table=items&order=number.asc')
    const reads: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/tables/shops/records')) reads.push(request.url())
    })
    await cell(page, 1, 'shop_id').getByText('Shop 2', { exact: true }).waitFor()
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+ArrowDown')
    await cell(page, ROWS, 'shop_id')
      .getByText(`Shop ${1 + (ROWS % 40)}`, { exact: true })
      .waitFor()
    expect(reads.length).toBe(1)
    // What is copied is the id.
    await cell(page, ROWS, 'shop_id').click()
    await page.keyboard.press('Control+c')
    const [row] = await api('GET', `/tables/items/records?where=(number.eq.${ROWS})`)
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(row.shop_id)
    expect(problems()).toEqual([])
    await close()
  })

  test('another label is chosen and kept with a view, also on a phone', async () => {
    const { page, problems, close } = await open('table=items&order=number.asc')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('combobox', { name: 'Show rows of shop_id by' }).click()
    await page.getByRole('option', { name: 'shops.city' }).click()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()
    await cell(page, 1, 'shop_id').getByText('City 2', { exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('labels')).toBe('shop_id.city')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('By city')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('button', { name: 'By city', exact: true }).waitFor()
    const tables = await api('GET', '/tables')
    const { id } = tables.find(({ slug }: any) => slug === 'items')
    expect((await api('GET', `/console/views:${id}?for=project`)).value.views[0].labels).toBe('shop_id.city')
    expect(problems()).toEqual([])
    await close()

    const phone = await open('table=items&order=number.asc&labels=shop_id.city', { width: 360 })
    await phone.page.getByText('City 2', { exact: true }).first().waitFor()
    expect(phone.problems()).toEqual([])
    await phone.close()
  })

  test('a related row is looked into with the keyboard and the mouse, and opened in its table', async () => {
    const { page, problems, close } = await open('table=items&order=number.asc')
    await cell(page, 1, 'shop_id').getByText('Shop 2', { exact: true }).click()
    await page.keyboard.press('Alt+Enter')
    const peek = page.getByRole('dialog', { name: 'Row of shops' })
    await peek.getByText('City 2', { exact: true }).waitFor()
    await page.waitForFunction(() => document.getAnimations().length === 0)
    await expect.poll(() => violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await peek.waitFor({ state: 'detached' })
    // The grid has the keys again.
    await page.keyboard.press('ArrowDown')
    await cell(page, 2, 'shop_id').getByRole('button', { name: 'Look into shop_id' }).click()
    await peek.getByText('City 3', { exact: true }).waitFor()
    await peek.getByRole('link', { name: 'Open in shops' }).click()
    await page.getByRole('grid', { name: 'Shops' }).waitFor()
    await cell(page, 1, 'name').getByText('Shop 3', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
    expect(problems()).toEqual([])
    await close()
  })

  test('a new choice is shown by its label at once, and a row without one by its id', async () => {
    const { page, problems, close } = await open('table=items&where=(number.eq.3)')
    await cell(page, 1, 'shop_id').getByText('Shop 4', { exact: true }).click()
    await page.keyboard.type('Shop 33')
    await page.getByRole('option', { name: /Shop 33/ }).waitFor()
    await page.keyboard.press('Enter')
    await cell(page, 1, 'shop_id').getByText('Shop 33', { exact: true }).waitFor()
    const [shop] = await api('GET', '/tables/shops/records?where=(name.eq."Shop 33")')
    await expect
      .poll(async () => (await api('GET', '/tables/items/records?where=(number.eq.3)'))[0].shop_id)
      .toBe(shop.id)
    await api('PATCH', `/tables/shops/records/${shop.id}`, { data: { name: null } })
    await page.reload()
    await cell(page, 1, 'shop_id').getByText(shop.id).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('files have a picture, bytes a size, and both are downloaded', async () => {
    const { page, problems, close } = await open('table=items&where=(number.eq.2)')
    await cell(page, 1, 'photo').getByText('khanga.png').waitFor()
    const picture = cell(page, 1, 'photo').locator('img')
    await picture.waitFor()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await cell(page, 1, 'photo').click()
    await cell(page, 1, 'photo').getByRole('button', { name: 'Look into photo' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('dialog', { name: 'photo' }).getByRole('button', { name: 'Download' }).click()
    expect(readFileSync(await (await file).path()).toString('base64')).toBe(PICTURE)
    await page.keyboard.press('Escape')

    await cell(page, 1, 'raw').getByText('3 bytes').click()
    await page.keyboard.press('Alt+Enter')
    const bytes = page.waitForEvent('download')
    await page.getByRole('dialog', { name: 'raw' }).getByRole('button', { name: 'Download' }).click()
    expect([...readFileSync(await (await bytes).path())]).toEqual([0, 255, 16])
    expect(problems()).toEqual([])
    await close()
  })

  test('bytes are taken from a file, and default, NULL and empty text are told apart', async () => {
    const { page, problems, close } = await open('table=items&where=(number.eq.9000)')
    await page.getByRole('button', { name: 'Insert row' }).click()
    const form = page.getByRole('dialog', { name: 'New row in Items' })
    await form.getByRole('textbox', { name: /^number/ }).fill('9000')
    await form.getByLabel('raw: Bytes of a file').setInputFiles({
      name: 'two.bin',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from([171, 205]),
    })
    await form.getByText('2 bytes').waitFor()
    await form.getByRole('button', { name: 'Insert' }).click()
    await form.waitFor({ state: 'detached' })
    const row = async () => (await api('GET', '/tables/items/records?where=(number.eq.9000)'))[0]
    expect(await row()).toMatchObject({ raw: '\\xabcd', note: 'as usual', shop_id: null })

    const set = async (state: string) => {
      await page.getByRole('button', { name: 'Open row' }).click()
      const edit = page.getByRole('dialog', { name: 'Row of Items' })
      await edit.getByRole('combobox', { name: 'What note becomes' }).click()
      // An update has no way to say that it takes the default.
      await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['NULL', 'Value'])
      await page.getByRole('option', { name: state }).click()
      if (state === 'Value') await edit.getByRole('textbox', { name: /^note/ }).fill('')
      await edit.getByRole('button', { name: 'Save' }).click()
      await edit.waitFor({ state: 'detached' })
    }
    await cell(page, 1, 'note').click()
    await set('NULL')
    expect((await row()).note).toBeNull()
    await cell(page, 1, 'note').getByText('NULL').waitFor()
    await set('Value')
    expect((await row()).note).toBe('')
    await cell(page, 1, 'note').getByText('empty').waitFor()
    expect(problems()).toEqual([])
    await close()
  })
})
