// Statements that write on the screen of SQL: shown first, one after the other.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { drawn } from './open-console.ts'
import { type OpenSql, openSql, run, write } from './open-sql.ts'

describe.skipIf(NO_CHROMIUM)('SQL that writes', () => {
  let sql: OpenSql
  const open = () => sql.open()
  const api: OpenSql['api'] = (...request) => sql.api(...request)

  beforeAll(async () => {
    sql = await openSql()
  })
  afterAll(() => sql?.stop())

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

  test('says how many rows statements that write would touch, have touched and return, in place of an earlier result', async () => {
    await api('POST', '/schema/exec-ddl', {
      sql: "insert into books (title, code) values ('Old', 9007199254740995)",
    })
    const { page, problems, close } = await open()
    await write(page, 'select 1004 as earlier')
    await run(page)
    await page.getByRole('grid', { name: 'Result' }).getByText('1004').waitFor()
    await write(
      page,
      "update books set title = 'New' where title = 'Old' returning code; delete from books where code = 2",
    )
    await page.keyboard.press('Control+Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('UPDATE: 1 row', { exact: true }).waitFor()
    await dialog.getByText('DELETE: 0 rows', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Run' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText('UPDATE: 1 row', { exact: true }).waitFor()
    await result.getByRole('grid', { name: 'Rows of UPDATE' }).getByText('9007199254740995').waitFor()
    await expect.poll(() => page.getByRole('columnheader', { name: 'earlier' }).count()).toBe(0)
    expect((await api('GET', '/tables/books/records?title=New')).length).toBe(1)
    // What is refused while it runs stays in the dialog, with its reason.
    await write(page, 'delete from books where code = 1 / 0')
    await page.keyboard.press('Control+Enter')
    await dialog.getByRole('alert').waitFor()
    expect(problems([400])).toEqual([])
    await close()
  })

  test('runs statements one after the other, each with its result, and stops where one is refused', async () => {
    const { page, problems, close } = await open()
    const dialog = page.getByRole('dialog')
    const result = (n: number) => page.getByRole('region', { name: `Result ${n}` })
    const count = "select 1000 + count(*) as n from books where title = 'Several'"
    const insert = "insert into books (title) values ('Several') returning title"
    await write(page, `${count};\n${insert};\nupdate books set code = 5 where title = 'Several';\n${count}`)
    await run(page)
    // Statements that write are shown when their turn has come.
    await dialog.getByText('UPDATE: 1 row', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Run' }).click()
    await result(1).getByRole('grid').getByText('1000').waitFor()
    await result(2).getByRole('grid', { name: 'Rows of INSERT' }).getByText('Several').waitFor()
    await result(2).getByText('UPDATE: 1 row', { exact: true }).waitFor()
    await result(3).getByRole('grid', { name: 'Result 3' }).getByText('1001').waitFor()
    await result(2).getByRole('button', { name: 'Export' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    expect(await readFile(await (await file).path(), 'utf8')).toBe('title\r\nSeveral')

    await write(page, `${count};\nselect 1; select titel\nfrom books; ${count}`)
    await run(page)
    await page.getByRole('alert').filter({ hasText: 'titel' }).waitFor()
    await expect.poll(() => page.locator('.cm-lintRange-error').allTextContents()).toEqual(['titel'])
    await page.getByText('1 part has not run. What ran before stays.').waitFor()
    await expect.poll(() => result(3).count()).toBe(0)

    // What somebody would not have run ends it, too.
    await write(page, `delete from books where title = 'Several'; ${count}`)
    await page.getByRole('button', { name: 'Show changes' }).click()
    await dialog.getByText('DELETE: 1 row', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await page.getByText('Nothing of it has run.').waitFor()
    expect((await api('GET', '/tables/books/records?title=Several')).length).toBe(1)
    expect(problems([400])).toEqual([])
    await close()
  })

  test('shows what several tabs would write one after the other, and ends what waits when it is left', async () => {
    await api('POST', '/tables/books/records', { data: { title: 'Waiting', code: '7' } })
    const { page, problems, close } = await open()
    const dialog = page.getByRole('dialog')
    const review = () => page.getByRole('button', { name: 'Show changes' }).click()
    await write(page, 'delete from books where code = 7')
    await review()
    await dialog.getByText('DELETE: 1 row', { exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('sql')).toBe(null)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await page.getByText('Nothing of it has run.').waitFor()

    const released = Promise.withResolvers<void>()
    await page.route('**/query/exec', async (route) => {
      await released.promise
      await route.continue()
    })
    const both = "select 1005 as n; delete from books where title = 'Waiting'"
    await write(page, both)
    await run(page)
    await page.getByRole('button', { name: 'New tab' }).click()
    await write(page, "update books set code = 8 where title = 'Waiting'")
    await review()
    await dialog.getByText('UPDATE: 1 row', { exact: true }).waitFor()
    const answer = page.waitForResponse('**/query/exec')
    released.resolve()
    await (await answer).finished()
    await drawn(page)
    await dialog.getByRole('button', { name: 'Run' }).click()
    await dialog.getByText('DELETE: 1 row', { exact: true }).waitFor()
    expect(
      (await api('GET', '/tables/books/records?title=Waiting')).map(({ code }: { code: unknown }) =>
        String(code),
      ),
    ).toEqual(['8'])

    await page.locator('a[href$="/tables"]').first().dispatchEvent('click')
    await expect.poll(() => dialog.count()).toBe(0)
    const history = async () => ((await api('GET', '/console/sql-history'))?.value ?? []) as { sql: string }[]
    await expect.poll(history).toContainEqual(expect.objectContaining({ sql: both, rows: 1, stopped: 1 }))
    expect((await history()).map(({ sql }) => sql)).not.toContain('delete from books where code = 7')
    expect((await api('GET', '/tables/books/records?title=Waiting')).length).toBe(1)
    expect(problems()).toEqual([])
    await close()
  })
})
