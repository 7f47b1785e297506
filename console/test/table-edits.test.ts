// Edits in the table editor that are undone, that wait for the server, and that are announced, checked over the API.
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { ApiError } from '../src/api/client/api-error.ts'
import { Patience } from '../src/screens/tables/edits/patience.ts'
import { type OpenConsole, openConsole, type Visit } from './open-console.ts'

const ROWS = 150

describe.skipIf(NO_CHROMIUM)('edits in the table editor', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = (method: string, path: string, body?: unknown) =>
    opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
  const open = (search: string): Promise<Visit> =>
    opened.visit(`/projects/${project.id}/tables?${search}`, { as: email })
  const list = async (query: string) =>
    (await api('GET', `/tables/items/records?limit=200&order=number.asc&${query}`)).data
  const cell = (page: Page, row: number, column: string) =>
    page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][data-name="${column}"]`)
  /** refuse answers the first writes to a path with what `how` does. */
  const refuse = (
    page: Page,
    path: RegExp,
    method: string,
    times: number,
    how: (route: Route) => unknown,
  ) => {
    let left = times
    return page.route(path, (route) => {
      if (route.request().method() !== method || left === 0) return route.fallback()
      left -= 1
      return how(route)
    })
  }
  const busy = (route: Route) => {
    const body = { success: false, message: 'Too many requests.', errors: ['Too many requests.'] }
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: body })
  }

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const columns = [
      { name: 'number', data_type: 'integer', indexed: true },
      { name: 'title', data_type: 'string', required: true },
      { name: 'price', data_type: 'decimal' },
    ]
    await api('POST', '/tables', { name: 'Items', columns })
    const sql = `insert into items (number, title, price) select n, 'Item ' || n, n from generate_series(1, ${ROWS}) n`
    const filled = await api('POST', '/schema/exec-ddl', { sql })
    if (filled.status !== 200) throw new Error(filled.text)
  })
  afterAll(() => opened?.stop())

  test('a deletion is undone by its message, however much has been done since', async () => {
    const { page, problems, close } = await open('table=items&where=(number.lte.4)&order=number.asc')
    await cell(page, 1, 'title').click()
    await cell(page, 2, 'title').click({ modifiers: ['Shift'] })
    await page.getByRole('button', { name: 'Delete 2 rows' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 rows' }).click()
    await page.getByText('2 rows deleted').waitFor()
    const numbers = async () => (await list('where=(number.lte.4)')).map(({ number }: any) => number)
    expect(await numbers()).toEqual([3, 4])
    await cell(page, 1, 'price').click()
    await page.keyboard.type('33')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await list('where=(number.eq.3)'))[0].price).toBe(33)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 rows restored').waitFor()
    expect(await numbers()).toEqual([1, 2, 3, 4])
    // Ctrl Z takes the edit back, and not the deletion again.
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await list('where=(number.eq.3)'))[0].price).toBe(3)
    expect(await numbers()).toEqual([1, 2, 3, 4])
    expect(problems()).toEqual([])
    await close()
  })

  test('Ctrl Z straight after an edit takes that one back, however slow the answer to it is', async () => {
    const { page, problems, close } = await open('table=items&where=(number.lte.2)&order=number.asc')
    const rows = async () =>
      (await list('where=(number.lte.2)')).map(({ title, price }: any) => [title, price])
    const type = async (row: number, column: string, text: string) => {
      await cell(page, row, column).click()
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await type(1, 'title', 'Kept')
    await expect.poll(async () => (await rows())[0][0]).toBe('Kept')
    const answered = Promise.withResolvers<void>()
    await page.route(/\/records\/[\da-f-]+$/, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      const response = await route.fetch()
      await answered.promise
      await route.fulfill({ response })
    })
    await type(1, 'price', '55')
    await type(2, 'price', '66')
    await expect.poll(rows).toEqual([
      ['Kept', 55],
      ['Item 2', 66],
    ])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    answered.resolve()
    await expect.poll(rows).toEqual([
      ['Kept', 1],
      ['Item 2', 2],
    ])
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await rows())[0][0]).toBe('Item 1')
    expect(problems()).toEqual([])
    await close()
  })

  test('many cells are cleared in two requests and undone together, but for what others have written', async () => {
    const { page, problems, close } = await open('table=items&order=number.asc')
    await page.getByText('150 rows').waitFor()
    // Until then, what was read before the rows were followed may be read again.
    await page.getByRole('img', { name: 'Live' }).waitFor()
    await cell(page, 1, 'price').click()
    // All of them have been looked at.
    await page.keyboard.press('Control+ArrowDown')
    await cell(page, ROWS, 'price').getByText(String(ROWS)).waitFor()
    await page.keyboard.press('Control+Shift+ArrowUp')
    await cell(page, 1, 'price').waitFor()
    let writes = 0
    page.on('request', (request) => {
      if (request.method() !== 'GET' && /\/(batch|records)/.test(request.url())) writes += 1
    })
    await page.keyboard.press('Delete')
    await expect.poll(async () => (await list('where=(price.is.null)')).length).toBe(ROWS)
    expect(writes).toBe(2)
    const [{ id }] = await list('where=(number.eq.10)')
    await api('PATCH', `/tables/items/records/${id}`, { data: { price: 77 } })
    await page.keyboard.press('Control+z')
    await page.getByText('1 cell changed by others meanwhile stays as it is').waitFor()
    expect((await list('')).map(({ price }: any) => price)).toEqual(
      Array.from({ length: ROWS }, (_, at) => (at === 9 ? 77 : at + 1)),
    )
    expect(problems()).toEqual([])
    await close()
  })

  test('an edit waits as long as the server asks, and is written and announced', async () => {
    const { page, problems, close } = await open('table=items&where=(number.eq.20)')
    await refuse(page, /\/records\/[\da-f-]+$/, 'PATCH', 2, busy)
    await cell(page, 1, 'title').click()
    await page.keyboard.type('Patient')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .filter({ hasText: 'The server asks to wait. 1 change is kept here' })
      .waitFor()
    await cell(page, 1, 'title').getByText('Patient').waitFor()
    await expect.poll(async () => (await list('where=(number.eq.20)'))[0].title).toBe('Patient')
    await page
      .getByRole('status')
      .filter({ hasText: 'title is saved: Patient' })
      .waitFor({ state: 'attached' })
    await page.getByRole('alert').filter({ hasText: 'The server asks' }).waitFor({ state: 'detached' })
    expect(problems([429])).toEqual([])
    await close()
  })

  test('an edit is kept while the network is lost, and leaving asks first', async () => {
    const { page, problems, close } = await open('table=items&where=(number.eq.21)')
    let lost = true
    await page.route(/\/records\/[\da-f-]+$/, (route) =>
      lost ? route.abort('connectionfailed') : route.fallback(),
    )
    await cell(page, 1, 'title').click()
    await page.keyboard.type('Kept')
    await page.keyboard.press('Enter')
    const note = page.getByRole('alert').filter({ hasText: 'The server cannot be reached. 1 change is kept' })
    await note.waitFor()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      return dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await expect.poll(() => asked.length).toBe(1)
    expect((await list('where=(number.eq.21)'))[0].title).toBe('Item 21')
    lost = false
    await note.getByRole('button', { name: 'Try now' }).click()
    await expect.poll(async () => (await list('where=(number.eq.21)'))[0].title).toBe('Kept')
    await note.waitFor({ state: 'detached' })
    expect(problems()).toEqual([])
    await close()
  })

  test('an edit whose answer is lost is written once, and a paste too', async () => {
    const { page, problems, close } = await open('table=items&where=(number.in.(22,900))&order=number.asc')
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort('connectionfailed')
    }
    await refuse(page, /\/batch$/, 'POST', 1, lose)
    // The server makes 100 of it, which is neither what was there before nor what was sent.
    for (const [column, typed, saved] of [
      ['title', 'Once', 'Once'],
      ['price', '1e2', '100'],
    ] as const) {
      await refuse(page, /\/records\/[\da-f-]+$/, 'PATCH', 1, lose)
      await cell(page, 1, column).click()
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Try now' }).click()
      const said = page.getByRole('status').filter({ hasText: `${column} is saved: ${saved}` })
      await said.waitFor({ state: 'attached' })
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    }

    await cell(page, 1, 'number').click()
    await page.evaluate(() => navigator.clipboard.writeText('22\tOnce more\n900\tNew'))
    await page.keyboard.press('Control+v')
    const paste = page.getByRole('dialog', { name: 'Paste' })
    await paste.getByRole('button', { name: 'Write' }).click()
    await paste.getByRole('button', { name: 'Try now' }).click()
    await paste.waitFor({ state: 'detached' })
    expect((await list('where=(number.in.(22,900))')).map(({ title }: any) => title)).toEqual([
      'Once more',
      'New',
    ])
    expect(problems()).toEqual([])
    await close()
  })

  test('what is copied, cleared and pasted is all that is selected, also where rows are still on their way', async () => {
    const { page, problems, close } = await open('table=items&order=number.asc&where=(number.lte.150)')
    const before = await list('where=(number.lte.150)')
    const last = before.at(-1)
    const released = Promise.withResolvers<void>()
    await page.route(/\/records\?.*(cursor=|offset=100)/, async (route) => {
      await released.promise
      await route.continue()
    })
    await page.reload()
    await page.evaluate(() => navigator.clipboard.writeText('Before'))
    await cell(page, 1, 'title').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    await page.getByText('Not all of these rows are loaded. Select fewer.').waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Before')
    await page.keyboard.press('Delete')

    await page.keyboard.press('Control+End')
    await cell(page, before.length, 'number').click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+v')
    const paste = page.getByRole('dialog', { name: 'Paste' })
    await paste.getByText('Not all of these rows are loaded.').waitFor()
    released.resolve()
    await paste.getByRole('button', { name: 'Write' }).click()
    await paste.waitFor({ state: 'detached' })
    const { updated_at } = (await list(`where=(id.eq.${last.id})`))[0]
    expect(await list('where=(number.lte.150)')).toEqual(
      before.map((row: any) => (row.id === last.id ? { ...row, title: 'Before', updated_at } : row)),
    )
    expect(problems()).toEqual([])
    await close()
  })

  test('what is refused is shown again, and what happens elsewhere is announced and moves nothing', async () => {
    const { page, problems, close } = await open(
      'table=items&where=(number.gte.30,number.lt.40)&order=number.desc',
    )
    await page.getByRole('img', { name: 'Live' }).waitFor()
    await cell(page, 2, 'price').click()
    await page.keyboard.type('much')
    await page.keyboard.press('Enter')
    await page.getByText('You wrote: much').first().waitFor()
    await cell(page, 2, 'price').getByText('38').waitFor()
    const [{ id }] = await list('where=(number.eq.30)')
    await api('PATCH', `/tables/items/records/${id}`, { data: { title: 'Elsewhere', price: 1 } })
    const status = page.getByRole('status')
    await status.filter({ hasText: '2 cells changed elsewhere' }).waitFor({ state: 'attached' })
    for (const title of ['One', 'Two'])
      await api('POST', '/tables/items/records', { data: { number: 39, title } })
    await status.filter({ hasText: 'Show 2 new rows' }).waitFor()
    await cell(page, 2, 'title').getByText('Item 38').waitFor()
    expect(problems([400])).toEqual([])
    await close()
  })

  test('shows what is new at once where there is nothing, and announces it elsewhere, but for what one makes oneself', async () => {
    const columns = [
      { name: 'title', data_type: 'string', required: true },
      { name: 'number', data_type: 'integer' },
      { name: 'place', data_type: 'serial' },
    ]
    await api('POST', '/tables', { name: 'Notes', columns })
    const insert = (title: string) => api('POST', '/tables/notes/records', { data: { title } })
    const { page, problems, close } = await open('table=notes')
    await page.getByText('No rows yet').waitFor()
    await page.getByRole('img', { name: 'Live' }).waitFor()
    await insert('Elsewhere')
    await cell(page, 1, 'title').getByText('Elsewhere').waitFor()

    await page.getByRole('button', { name: 'Insert row' }).click()
    const form = page.getByRole('dialog', { name: 'New row in Notes' })
    const field = (name: RegExp) => form.getByRole('textbox', { name })
    await form.getByRole('combobox', { name: 'What place becomes' }).getByText('Default').waitFor()
    await form.getByRole('button', { name: 'Insert' }).click()
    const refusal = form.getByText('title is required.')
    await refusal.waitFor()
    await field(/^title/).fill('Own')
    await refusal.waitFor({ state: 'detached' })
    await field(/^number/).fill('5')
    await field(/^number/).fill('')
    await form.getByRole('combobox', { name: 'What number becomes' }).getByText('NULL').waitFor()
    await form.getByRole('button', { name: 'Insert' }).click()
    await cell(page, 1, 'title').getByText('Own').waitFor()
    expect((await api('GET', '/tables/notes/records?title=Own')).data).toMatchObject([{ number: null }])

    // So are tables and columns.
    const { id } = (await api('GET', '/tables')).data.find(({ slug }: { slug: string }) => slug === 'notes')
    const color = { name: 'color', data_type: 'string', default_value: 'red' }
    await api('POST', `/tables/${id}/columns`, color)
    await api('POST', '/tables', { name: 'Sent by others' })
    await page.getByRole('link', { name: 'Sent by others' }).waitFor()
    await cell(page, 1, 'color').getByText('red').waitFor()

    await insert('Another')
    await page.getByRole('button', { name: 'Show 1 new row' }).click()
    await cell(page, 1, 'title').getByText('Another').waitFor()
    expect(problems([400])).toEqual([])
    await close()
  })
})

test('work that is refused waits once for all, and others begin when the server is ready', async () => {
  vi.useFakeTimers()
  try {
    const patience = new Patience()
    const begun: string[] = []
    let refusals = 4
    const work = (name: string) => async () => {
      begun.push(name)
      await Promise.resolve()
      if (refusals-- > 0) throw new ApiError(429, 'Wait.', { retryAfter: 5 })
      return name
    }
    const all = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => patience.run(work(name))))
    await vi.advanceTimersByTimeAsync(4999)
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    expect(patience.waiting()?.reason).toBe('busy')
    await vi.advanceTimersByTimeAsync(10)
    expect(await all).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(begun).toHaveLength(10)
    expect(patience.waiting()).toBeUndefined()
    await expect(patience.run(() => Promise.reject(new ApiError(403, 'No.')))).rejects.toThrow('No.')
    const given = patience.run(() => Promise.reject(new ApiError(0, 'Away.')))
    given.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(100)
    patience.end()
    await expect(given).rejects.toThrow('Away.')
  } finally {
    vi.useRealTimers()
  }
})
