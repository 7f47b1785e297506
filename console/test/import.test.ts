// Files that become rows and tables, as a person brings them: chosen, dropped, pasted; checked over the API.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { violationsOf } from './axe.ts'
import { failures, type OpenConsole, openConsole, type VisitOptions } from './open-console.ts'

const SHOTS = process.env.MSINGI_SHOTS
const MANY = 100_000

describe.skipIf(NO_CHROMIUM)('imports', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(() => opened?.stop())

  const makeTable = (name: string) =>
    api('POST', '/tables', {
      name,
      columns: [
        { name: 'title', data_type: 'text', required: true },
        { name: 'copies', data_type: 'integer' },
        { name: 'printed_on', data_type: 'date' },
      ],
    })
  const rowsOf = async (slug: string) =>
    (await api('GET', `/tables/${slug}/records?order=title.asc`)) as Record<string, unknown>[]
  const open = async (query: string, options: VisitOptions = {}) =>
    opened.visit(`/projects/${project.id}/tables${query}`, { as: email, ...options })
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import rows' })
  const choose = async (page: Page, name: string, content: string | Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ])
    await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  }
  const openImport = async (page: Page) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Import', exact: true }).click()
  }
  const pick = async (page: Page, field: string, option: string) => {
    await dialog(page).getByRole('combobox', { name: field, exact: true }).click()
    await page.getByRole('option', { name: option }).click()
  }
  const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
  const focused = (control: Locator) =>
    expect.poll(() => control.evaluate((one) => one === document.activeElement)).toBe(true)
  const said = (page: Page) => dialog(page).getByRole('status')
  const shoot = async (page: Page, name: string) => {
    if (SHOTS === undefined) return
    for (const [width, height] of [
      [1440, 900],
      [360, 760],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${SHOTS}/import-${name}-${colorScheme}-${width}.png` })
      }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  test('map columns, show bad lines in a dry run, and write the rest of it once it is corrected', async () => {
    await makeTable('Books')
    const { page, problems, close } = await open('?table=books')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const file = (copies: string) =>
      `\uFEFFTitle;Number;Printed on;Note\r\nRosa;4;31.12.2025;x\r\n"Siku;\nnjema";${copies};1.2.2026;y\r\n`
    await page.getByRole('button', { name: 'Choose a file' }).waitFor()
    await shoot(page, 'source')
    await choose(page, 'books.csv', file('many'))
    await dialog(page).getByText('31.12.2025 is read as 2025-12-31.').waitFor()
    await pick(page, 'Column for Number', 'copies')
    await page.getByRole('button', { name: 'Dry run' }).click()
    await said(page).getByText('Bad lines: 1. Good rows: 1.').waitFor()
    const row = dialog(page).getByRole('row', { name: 'must be a whole number' })
    await expect.poll(() => row.innerText()).toMatch(/^Line 3\s+copies\s+must be a whole number$/)
    await expect.poll(() => violationsOf(page)).toEqual([])
    await shoot(page, 'bad-lines')
    expect(await rowsOf('books')).toEqual([])

    await press(page, 'Another file')
    // What was chosen for its columns stays.
    await choose(page, 'books.csv', file('5'))
    await press(page, 'Dry run')
    await said(page).getByText('All 2 rows can be imported.').waitFor()
    expect(await rowsOf('books')).toEqual([])
    await press(page, 'Import')
    await page.getByRole('gridcell', { name: 'Rosa' }).waitFor()
    expect(await rowsOf('books')).toMatchObject([
      { title: 'Rosa', copies: 4, printed_on: '2025-12-31' },
      { title: 'Siku;\nnjema', copies: 5, printed_on: '2026-02-01' },
    ])
    expect(problems([400])).toEqual([])
    await close()
  })

  test('make a table of a file, whose types are guessed and can be changed', async () => {
    const { id, token } = await opened.app.createProject('Mpya')
    const api = async (path: string) =>
      (await opened.app.api('GET', `/projects/${id}${path}`, { token })).data
    const { email } = (await opened.app.api('GET', '/me', { token })).data
    const { page, problems, close } = await opened.visit(`/projects/${id}`, { as: email })
    const posts: string[] = []
    page.on(
      'request',
      (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname),
    )
    // A trial without an answer would be asked for again.
    await page.route('**/schema/dry-run', () => undefined)
    await page.getByRole('link', { name: 'Import a CSV' }).click()
    const header = 'Id,Price,Sold,Day,Seen at,Ref,Code,Name,Extra,Name,created_at'
    const values = (n: number) =>
      `${n},1.5${n},yes,0${n}/28/2026,2026-01-0${n}T10:00Z,0b7e3b4e-5d5d-4b6e-9a1f-3a2b1c0d9e8${n},00${n},Käse,"{""a"":1}",b,2020-01-01`
    await choose(page, 'Stock list.csv', Buffer.from(`${header}\n${values(1)}\n${values(2)}\n`, 'latin1'))
    const name = dialog(page).getByRole('textbox', { name: 'Name of the table' })
    await expect.poll(() => name.inputValue()).toBe('Stock list')
    const price = dialog(page).getByRole('group', { name: 'Column 2', exact: true })
    await price.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'money', exact: true }).click()
    await shoot(page, 'new-table')
    await expect.poll(() => violationsOf(page)).toEqual([])
    await press(page, 'Import')
    await page.waitForURL('**/tables?table=stock_list')
    await page.getByText('2 rows', { exact: true }).waitFor()
    const { columns } = await api('/tables/stock_list')
    const own = columns.filter(({ is_system }: { is_system: boolean }) => !is_system)
    expect(own.map(({ name, data_type }: Record<string, string>) => `${name} ${data_type}`)).toEqual([
      'original_id integer',
      'price money',
      'sold boolean',
      'day date',
      'seen_at timestamp',
      'ref uuid',
      'code text',
      'name text',
      'extra jsonb',
      'column_10 text',
      'original_created_at date',
    ])
    // Once it is made, it is not tried any more.
    const making = posts.findIndex((path) => path.endsWith('/tables'))
    expect(posts.slice(making).filter((path) => path.endsWith('/dry-run'))).toEqual([])
    const [first] = await api('/tables/stock_list/records?order=original_id.asc')
    expect(first).toMatchObject({
      original_id: 1,
      price: 1.51,
      sold: true,
      day: '2026-01-28',
      code: '001',
      name: 'Käse',
      extra: { a: 1 },
      column_10: 'b',
    })
    expect(problems()).toEqual([])
    await close()
  })

  test('ask for the order of dates that may be read in two ways', async () => {
    await makeTable('Loans')
    const { page, problems, close } = await open('?table=loans&panel=import')
    await choose(page, 'loans.tsv', 'title\tprinted on\nA\t05/06/2026\n')
    await dialog(page).getByText('05/06/2026 can be read in more than one way.').waitFor()
    await expect
      .poll(() => dialog(page).getByRole('button', { name: 'Import', exact: true }).isDisabled())
      .toBe(true)
    await pick(page, 'Dates in the file', 'Day, month, year')
    await dialog(page).getByText('05/06/2026 is read as 2026-06-05.').waitFor()
    await press(page, 'Import')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await rowsOf('loans')).toMatchObject([{ title: 'A', printed_on: '2026-06-05' }])
    expect(problems()).toEqual([])
    await close()
  })

  test('take pasted rows without a header and JSON lines, by the keyboard alone', async () => {
    await makeTable('Films')
    const { page, problems, close } = await open('?table=films&panel=import')
    const choose = page.getByRole('button', { name: 'Choose a file' })
    const paste = async (text: string) => {
      await focused(choose)
      await page.evaluate((written) => navigator.clipboard.writeText(written), text)
      await page.keyboard.press('Control+v')
    }
    await paste('1\t2026-01-31\n2\t2026-02-28')
    const header = dialog(page).getByRole('checkbox', { name: 'The first row names the columns' })
    await expect.poll(() => header.isChecked()).toBe(false)
    const field = dialog(page).getByRole('combobox', { name: 'Column for Column 1' })
    await field.press('Enter')
    // The list opens a moment later.
    await focused(page.getByRole('combobox', { name: 'Find a column…' }))
    await page.keyboard.type('tit')
    await page.getByRole('option', { name: 'Leave out' }).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await focused(field.filter({ hasText: 'title' }))
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await rowsOf('films')).toMatchObject([{ title: '1' }, { title: '2' }])

    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Import', exact: true }).press('Enter')
    await paste('{"Title":"3","copies":9}\n{"title":"4"}\n')
    await dialog(page).getByRole('button', { name: 'Dry run' }).press('Enter')
    await said(page).getByText('Bad lines: 1. Good rows: 1.').waitFor()
    await dialog(page).getByRole('row', { name: 'is required' }).waitFor()
    expect(problems([400])).toEqual([])
    await close()
  })

  test(`bring ${MANY} rows that are dropped onto the rows of a table`, { timeout: 180_000 }, async () => {
    await makeTable('Big')
    const { page, problems, close } = await open('?table=big')
    await page.getByText('No rows yet').waitFor()
    const content = `title,copies\n${Array.from({ length: MANY }, (_, n) => `Book ${n},${n}`).join('\n')}\n`
    const dropped = await page.evaluateHandle((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'big.csv', { type: 'text/csv' }))
      return data
    }, content)
    await page.getByRole('region', { name: 'Big' }).dispatchEvent('drop', { dataTransfer: dropped })
    await press(page, 'Import')
    await page.getByText(`${MANY.toLocaleString('en')} rows`, { exact: true }).waitFor({ timeout: 120_000 })
    await openImport(page)
    await dialog(page).getByRole('button', { name: 'Choose a file' }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('are cancelled while the server is at work, and say that nothing was written', async () => {
    await makeTable('Slow')
    const { page, close } = await open('?table=slow&panel=import')
    const asked = Promise.withResolvers<void>()
    await page.route('**/tables/slow/import**', () => asked.resolve())
    await choose(page, 'slow.csv', 'title\nA\n')
    await press(page, 'Dry run')
    await asked.promise
    await press(page, 'Cancel the dry run')
    await said(page).getByText('Cancelled. Nothing was written.').waitFor()
    await page.unroute('**/tables/slow/import**')
    await press(page, 'Import')
    await page.getByRole('gridcell', { name: 'A', exact: true }).waitFor()
    await close()
  })

  test('keep what was chosen where the answer is lost', async () => {
    await makeTable('Lost')
    const { page, close } = await open('?table=lost&panel=import')
    await choose(page, 'lost.csv', 'name\nA\n')
    await pick(page, 'Column for name', 'title')
    await page.route('**/tables/lost/import**', (route) => route.abort())
    await press(page, 'Import')
    await said(page).getByText('The server cannot be reached.').waitFor()
    await page.unroute('**/tables/lost/import**')
    await press(page, 'Import')
    await page.getByRole('gridcell', { name: 'A', exact: true }).waitFor()
    await expect.poll(() => failures(page).count()).toBe(0)
    await close()
  })

  test('leave no table where lines of its file are bad', async () => {
    const { page, problems, close } = await open('?panel=import')
    // The bad one is behind the rows by which types are guessed.
    const numbers = Array.from({ length: 1500 }, (_, n) => n)
    await choose(page, 'Numbers.csv', ['n', ...numbers, 'x', ''].join('\n'))
    await press(page, 'Import')
    await said(page).getByText('Bad lines: 1. Good rows: 1,500.').waitFor()
    await dialog(page).getByRole('row', { name: '1,502' }).waitFor()
    const slugs = (await api('GET', '/tables')).map(({ slug }: { slug: string }) => slug)
    expect(slugs).not.toContain('numbers')
    const type = dialog(page).getByRole('group', { name: 'Column 1' }).getByRole('combobox', { name: 'Type' })
    await type.click()
    await page.getByRole('option', { name: 'text', exact: true }).click()
    await press(page, 'Import')
    await page.waitForURL('**/tables?table=numbers')
    expect(problems([400])).toEqual([])
    await close()
  })

  test('leave no table where they are cancelled', async () => {
    const { page, close } = await open('?panel=import')
    const asked = Promise.withResolvers<void>()
    await page.route('**/tables/gone/import**', () => asked.resolve())
    await choose(page, 'Gone.csv', 'title\nA\n')
    await press(page, 'Import')
    await asked.promise
    await press(page, 'Cancel the import')
    await said(page).getByText('Cancelled. Nothing was written.').waitFor()
    const slugs = (await api('GET', '/tables')).map(({ slug }: { slug: string }) => slug)
    expect(slugs).not.toContain('gone')
    await close()
  })

  test('say that a new table is left where it cannot be dropped again', async () => {
    const { page, close } = await open('?panel=import')
    const asked = Promise.withResolvers<void>()
    await page.route('**/tables/kept/import**', () => asked.resolve())
    await page.route('**/tables/*', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    )
    await choose(page, 'Kept.csv', 'title\nA\n')
    await press(page, 'Import')
    await asked.promise
    await press(page, 'Cancel the import')
    await said(page)
      .getByText(/^Cancelled.* The table Kept was made and is still there\.$/)
      .waitFor()
    await close()
  })

  test('say of files that are not text, cannot be read, or have changed what to do', async () => {
    await makeTable('Changed')
    const { page, close } = await open('?table=changed&panel=import')
    const alert = dialog(page).getByRole('alert')
    await choose(page, 'a.xlsx', Buffer.from('PK\x03\x04\0\0'))
    await alert.getByText('This is not a file of text.').waitFor()
    const folder = await mkdtemp(join(tmpdir(), 'import-'))
    const path = join(folder, 'a.csv')
    await writeFile(path, 'title\nA\n')
    const input = dialog(page).locator('input[type=file]')
    await input.setInputFiles(path)
    await dialog(page).getByText('a.csv').waitFor()
    await writeFile(path, 'title\nA corrected\n')
    await press(page, 'Import')
    await said(page).getByText('The file has changed since it was chosen.').waitFor()
    await press(page, 'Another file')
    await page.evaluate(() => {
      Blob.prototype.arrayBuffer = () => Promise.reject(new Error('gone'))
    })
    await input.setInputFiles(path)
    await alert.getByText('The file cannot be read.').waitFor()
    await rm(folder, { recursive: true })
    await close()
  })

  test('have their way back: exports of the rows that match, which keep their ids in a new table', async () => {
    await makeTable('Out')
    const rows: Record<string, unknown>[] = []
    for (const [at, title] of ['a', 'b', 'c'].entries())
      rows.push(await api('POST', '/tables/out/records', { data: { title, copies: at + 1 } }))
    const [, b, c] = rows.map(({ id }) => id)
    const { page, problems, close } = await open(
      '?table=out&where=(copies.gt.1)&order=title.desc&columns=id,title,copies',
    )
    const saved = async (entry: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: entry }).click(),
      ])
      const chunks: Buffer[] = []
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
      return [download.suggestedFilename(), Buffer.concat(chunks).toString()] as const
    }
    const [name, csv] = await saved('Export as CSV')
    expect([name, csv]).toEqual(['out.csv', `id,title,copies\r\n${c},c,3\r\n${b},b,2\r\n`])
    expect(await saved('Export as JSON lines')).toEqual([
      'out.ndjson',
      `{"id":"${c}","title":"c","copies":3}\n{"id":"${b}","title":"b","copies":2}\n`,
    ])
    await openImport(page)
    await choose(page, 'Back.csv', csv)
    await pick(page, 'Into', 'A new table')
    await press(page, 'Import')
    await page.waitForURL('**/tables?table=back')
    expect(await rowsOf('back')).toMatchObject([
      { id: b, title: 'b', copies: 2 },
      { id: c, title: 'c', copies: 3 },
    ])
    expect(problems()).toEqual([])
    await close()
  })
})
