// The screen of SQL: queries, their parameters, errors at their place, statements that write, and saved queries.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { holdBack } from './hold-back.ts'
import { type OpenSql, openSql, run, write } from './open-sql.ts'

describe.skipIf(NO_CHROMIUM)('SQL', () => {
  let sql: OpenSql
  const open = () => sql.open()
  const api: OpenSql['api'] = (...request) => sql.api(...request)

  beforeAll(async () => {
    sql = await openSql()
  })
  afterAll(() => sql?.stop())

  test('runs a query with a parameter, and keeps all digits', async () => {
    const { page, problems, close } = await open()
    await write(page, 'select title, code from books where title = :title')
    await page.getByRole('textbox', { name: ':title' }).fill('Utengano')
    await run(page)
    await page.getByText('1 row.').waitFor()
    const grid = page.getByRole('grid', { name: 'Result' })
    await grid.getByText('9007199254740993').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('sql')).toContain('from books')
    await page.getByRole('textbox', { name: ':title' }).fill('Rasimu')
    await run(page)
    await page.getByText('The query has no rows').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('runs what is written before the editor is there, all of it', async () => {
    const coming = Promise.withResolvers<Awaited<ReturnType<typeof holdBack>>>()
    const prepare = async (page: Page) => coming.resolve(await holdBack(page, 'editor'))
    const { page, problems, close } = await sql.open({ prepare })
    const { release } = await coming.promise
    const grid = page.getByRole('grid', { name: 'Result' })
    await write(page, 'select 1001 as early')
    await page.keyboard.press('Control+Enter')
    await grid.getByText('1001').waitFor()
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: 'Run selection' }).waitFor()
    await page.keyboard.insertText('select 1002 as late')
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
    release()
    await page.getByRole('textbox', { name: 'SQL' }).getByText('select 1002 as late').waitFor()
    await run(page)
    await grid.getByText('1002').waitFor()
    // At once after a key: what is written runs, not what was there before.
    await page.getByRole('textbox', { name: 'SQL' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('select 1003 as typed')
    await page.keyboard.press('Control+Enter')
    await grid.getByText('1003').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('keeps each key, however fast they follow one another, also amid a text', async () => {
    const { page, problems, close } = await open()
    const editor = page.getByRole('textbox', { name: 'SQL' })
    const text = 'select 1234567890 as abcdefghijklmnopqrstuvwxyz, 9876543210 as zyxwvutsrqponmlkjihgfedcba'
    for (let times = 0; times < 5; times += 1) {
      await write(page, 'update books set code = 1')
      await page.keyboard.press('Control+a')
      await page.keyboard.type(`${text}, ${times} as times`)
      await page.keyboard.press('Control+Enter')
      await page.getByRole('columnheader', { name: 'times' }).waitFor()
      await expect.poll(() => editor.innerText()).toBe(`${text}, ${times} as times`)
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    }
    await write(page, 'select :title as title')
    const title = page.getByRole('textbox', { name: ':title' })
    await title.fill('Rasi')
    await title.press('Home')
    await page.keyboard.type('Shaaban na ')
    await expect.poll(() => title.inputValue()).toBe('Shaaban na Rasi')
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

  test('formats SQL, parameters and casts as they are, and leaves alone what it cannot read', async () => {
    const { page, problems, close } = await open()
    const lines = () => page.getByRole('textbox', { name: 'SQL' }).locator('.cm-line').allTextContents()
    const format = () => page.getByRole('button', { name: 'Format', exact: true }).click()
    await write(page, 'select title, code::text from books where title = :title and code > 5')
    await format()
    await expect
      .poll(lines)
      .toEqual([
        'select',
        '  title,',
        '  code::text',
        'from',
        '  books',
        'where',
        '  title = :title',
        '  and code > 5',
      ])
    await page.getByRole('textbox', { name: ':title' }).fill('Utengano')
    await run(page)
    await page.getByText('1 row.').waitFor()
    await write(page, 'select (title from')
    await page.keyboard.press('Alt+Shift+F')
    await page.getByText('This SQL cannot be read').waitFor()
    await expect.poll(lines).toEqual(['select (title from'])
    expect(problems()).toEqual([])
    await close()
  })

  test('saves a query in a folder, changes, moves and deletes it', async () => {
    const { page, problems, close } = await open()
    await write(page, 'select count(*) from books')
    await page.getByRole('button', { name: 'Save query' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('How many')
    await dialog.getByRole('combobox', { name: 'Folder' }).fill('Reports')
    await dialog.getByRole('button', { name: 'Save query' }).click()
    await page.getByRole('button', { name: 'How many', exact: true }).first().waitFor()
    expect(await api('GET', '/query/saved')).toMatchObject([{ name: 'How many', folder: 'Reports' }])

    const saved = page.getByRole('complementary', { name: 'Saved queries' })
    await saved.getByRole('searchbox', { name: 'Search saved queries' }).fill('titles')
    await saved.getByText('Nothing matches the search.').waitFor()
    await saved.getByRole('searchbox', { name: 'Search saved queries' }).fill('BOOKS')
    await saved.getByRole('button', { name: 'How many', exact: true }).waitFor()
    await saved.getByRole('searchbox', { name: 'Search saved queries' }).fill('')

    await write(page, 'select count(*) as n from books')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const savedQueries = () => api('GET', '/query/saved')
    await expect.poll(savedQueries).toMatchObject([{ sql: 'select count(*) as n from books' }])

    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Actions: How many' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Rename or move')
    await dialog.getByRole('combobox', { name: 'Folder' }).fill('Reports/Monthly')
    await dialog.getByRole('button', { name: 'Save query' }).click()
    await page.getByText('Reports/Monthly', { exact: true }).waitFor()
    expect(await api('GET', '/query/folders')).toEqual([{ folder: 'Reports/Monthly', queries: 1 }])

    await act('Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nothing is saved yet.').waitFor()
    expect(await api('GET', '/query/saved')).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('keeps tabs and history on the server', async () => {
    const first = await open()
    await write(first.page, 'select 1 as one')
    await run(first.page)
    await first.page.getByRole('grid', { name: 'Result' }).waitFor()
    await first.page.getByRole('button', { name: 'New tab' }).click()
    await write(first.page, 'select 2 as two')
    const tabs = async () => ((await api('GET', '/console/sql-tabs'))?.value ?? []) as { sql: string }[]
    await expect.poll(async () => (await tabs()).map(({ sql }) => sql)).toContain('select 2 as two')
    const ran = async () => JSON.stringify((await api('GET', '/console/sql-history'))?.value)
    await expect.poll(ran).toContain('select 1 as one')
    expect(first.problems()).toEqual([])
    await first.close()

    const { page, problems, close } = await open()
    const strip = page.getByRole('navigation', { name: 'Tabs' })
    await strip.getByRole('button', { name: 'select 2 as two', exact: true }).waitFor()
    await strip.getByRole('button', { name: 'Close: select 2 as two' }).click()
    await expect.poll(async () => (await tabs()).map(({ sql }) => sql)).not.toContain('select 2 as two')
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History' })
    await history.getByRole('button', { name: 'select 1 as one' }).click()
    await page.getByRole('textbox', { name: 'SQL' }).getByText('select 1 as one').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('runs what is selected, and exports and draws a result', async () => {
    const { page, problems, close } = await open()
    const csv = "select 'a' as name, 3 as n union all select '=b', 4 order by n"
    await write(page, `${csv}\n;`)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+End')
    await page.getByRole('button', { name: 'Run selection' }).click()
    await page.getByText('2 rows.').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect(await readFile(await (await file).path(), 'utf8')).toBe("name,n\r\na,3\r\n'=b,4")
    await page.getByRole('tab', { name: 'Chart' }).click()
    const chart = page.getByRole('figure', { name: 'n by name' })
    await chart.locator('canvas').waitFor()
    await chart.getByText('Show as a table').click()
    await chart.getByRole('row', { name: 'a 3' }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('charts')).toBe('{"1":{}}')
    // Each result is drawn or not on its own.
    await write(page, `${csv}; ${csv}`)
    await run(page)
    const result = (n: number) => page.getByRole('region', { name: `Result ${n}` })
    await result(1).locator('canvas').waitFor()
    await result(2).getByRole('grid').getByText('=b').waitFor()
    await result(2).getByRole('tab', { name: 'Chart' }).click()
    await result(2).locator('canvas').waitFor()
    await result(1).getByRole('tab', { name: 'Table' }).click()
    await result(1).getByRole('grid').getByText('=b').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('charts')).toBe('{"2":{}}')
    expect(problems()).toEqual([])
    await close()
  })

  test('explains a query, the costliest step marked', async () => {
    const { page, problems, close } = await open()
    await write(page, "select * from books where title = 'Utengano' order by code")
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByRole('menuitem', { name: 'measure each step' }).click()
    const plan = page.getByRole('region', { name: 'Plan' })
    await plan.getByText('Costliest step').waitFor()
    await expect.poll(() => plan.getByText('Costliest step').count()).toBe(1)
    // With an index, or without one: the planner decides.
    await plan
      .locator('code')
      .getByText(/^books( ·|$)/)
      .waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('keeps the height of the editor and whether saved queries are shown', async () => {
    const visit = await open()
    const { page } = visit
    const saved = page.getByRole('complementary', { name: 'Saved queries' })
    const fold = page.getByRole('button', { name: 'Saved queries' })
    const line = page.getByRole('separator', { name: 'Height of the editor' })
    const editor = page.getByRole('textbox', { name: 'SQL' })
    const share = () => line.getAttribute('aria-valuenow').then(Number)
    const height = async () => (await editor.boundingBox())?.height ?? 0
    await expect.poll(share).toBe(45)
    const before = await height()
    await line.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(share).toBe(50)
    await expect.poll(height).toBeGreaterThan(before)
    const box = await line.boundingBox()
    await page.mouse.move(700, (box?.y ?? 0) + 1)
    await page.mouse.down()
    await page.mouse.move(700, (box?.y ?? 0) - 150, { steps: 3 })
    await page.mouse.up()
    await expect.poll(share).toBeLessThan(40)
    // The line is dropped before its last move is drawn.
    await line.evaluate((element) => {
      element.hasPointerCapture = () => true
      const { top } = element.getBoundingClientRect()
      element.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientY: top + 100 }))
      element.dispatchEvent(new PointerEvent('lostpointercapture', { bubbles: true }))
      Reflect.deleteProperty(element, 'hasPointerCapture')
    })
    await expect.poll(share).toBeGreaterThan(40)
    const dragged = await share()
    await saved.waitFor()
    await fold.click()
    await expect.poll(() => saved.count()).toBe(0)
    await page.reload()
    await editor.waitFor()
    await expect.poll(share).toBe(dragged)
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false')
    await line.focus()
    await page.keyboard.press('End')
    await expect.poll(share).toBe(85)
    await page.keyboard.press('Home')
    await expect.poll(share).toBe(15)
    // On a phone the parts follow one another.
    await page.setViewportSize({ width: 390, height: 760 })
    await expect.poll(() => line.isVisible()).toBe(false)
    expect(visit.problems()).toEqual([])
    await visit.close()
  })

  test('lists and cancels what runs', async () => {
    const { page, problems, close } = await open()
    await write(page, 'select count(*) from generate_series(1, 900000) a, generate_series(1, 900000) b')
    await run(page)
    await expect.poll(async () => (await api('GET', '/query/running')).length).toBe(1)
    await page.getByRole('button', { name: 'Cancel the query' }).click()
    await page.getByRole('alert').filter({ hasText: 'The query is cancelled' }).waitFor()
    await expect.poll(() => api('GET', '/query/running')).toEqual([])
    await page.getByRole('button', { name: 'Running' }).click()
    await page.getByText('No query of yours is running').waitFor()
    expect(problems([409])).toEqual([])
    await close()
  })
})
