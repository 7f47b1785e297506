// A table made in one form, as a person makes it: by typing, by pasting, by the keyboard alone; checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { violationsOf } from './axe.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

// Runs in the page. A press of a key clicks too, without a place.
const countPresses =
  "window.presses = 0; addEventListener('click', ({ detail }) => { window.presses += detail > 0 ? 1 : 0 }, true)"

describe.skipIf(NO_CHROMIUM)('a new table', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    await api('POST', '/tables', { name: 'Authors', columns: [{ name: 'name', data_type: 'text' }] })
  })
  afterAll(() => opened?.stop())

  const open = async () => {
    const prepare = (page: Page) => page.addInitScript(countPresses)
    const visit = await opened.visit(`/projects/${project.id}/tables`, { as: email, prepare })
    await visit.page.getByRole('complementary').getByRole('button', { name: 'New table' }).click()
    await visit.page
      .getByRole('dialog', { name: 'New table' })
      .getByRole('textbox', { name: 'Name' })
      .first()
      .waitFor()
    return visit
  }
  const column = (page: Page, n: number) => page.getByRole('group', { name: `Column ${n}`, exact: true })
  const nameOf = (page: Page, n: number) => column(page, n).getByRole('textbox', { name: 'Name' })
  const sql = (page: Page) => page.getByRole('dialog').getByRole('complementary', { name: 'SQL' })
  const create = (page: Page) => page.getByRole('button', { name: 'Create table' }).click()
  const choose = async (page: Page, n: number, field: string, option: string) => {
    await column(page, n).getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const paste = async (page: Page, text: string) => {
    await page.evaluate((written) => navigator.clipboard.writeText(written), text)
    await page.keyboard.press('Control+v')
  }
  const own = async (slug: string) =>
    (await api('GET', `/tables/${slug}`)).columns.filter(
      ({ is_system }: { is_system: boolean }) => !is_system,
    )

  test('is made by the keyboard, with its relationship and policies, and shows its rows', async () => {
    const { page, problems, close } = await open()
    const colour = () =>
      page
        .getByRole('button', { name: 'Create table' })
        .evaluate((button) => getComputedStyle(button).backgroundColor)
    const disabled = await colour()
    await page.keyboard.type('Books')
    await expect.poll(colour).not.toBe(disabled)
    await page.keyboard.press('Enter')
    await page.keyboard.type('Title')
    await page.keyboard.press('Enter')
    await page.keyboard.type('price')
    await page.keyboard.press('Enter')
    await page.keyboard.type('author_id')
    await column(page, 1).getByRole('checkbox', { name: 'Required' }).press('Space')
    await column(page, 1).getByRole('checkbox', { name: 'Unique' }).press('Space')
    await choose(page, 2, 'Type', 'decimal')
    await column(page, 2).getByRole('textbox', { name: 'Default' }).fill('9.50')
    await choose(page, 3, 'Refers to', 'Authors')
    await page.getByRole('radio', { name: 'Everybody reads' }).check()
    await sql(page).getByText('"title" text not null').waitFor()
    await sql(page).getByText('references "authors"').waitFor()
    await sql(page).getByText('"user_id" uuid').waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    expect((await api('GET', '/tables')).map(({ slug }: { slug: string }) => slug)).not.toContain('books')
    await nameOf(page, 1).press('Control+Enter')

    await page.waitForURL('**/tables?table=books')
    const told = async () => {
      const { x = 0, y = 900 } = (await page.getByText('Books was created').boundingBox()) ?? {}
      return x > 1000 && y < 200
    }
    await expect.poll(told).toBe(true)
    await page.getByRole('heading', { name: 'Books', exact: true }).waitFor()
    expect(await own('books')).toMatchObject([
      { name: 'title', data_type: 'text', required: true, unique: true },
      { name: 'price', data_type: 'decimal', default_value: 9.5 },
      { name: 'author_id', data_type: 'uuid' },
      { name: 'user_id', data_type: 'uuid' },
    ])
    const links = await api('GET', '/schema/relationships')
    expect(links.filter(({ from_table }: { from_table: string }) => from_table === 'books')).toMatchObject([
      { from_column: 'author_id', to_table: 'authors', to_column: 'id', on_delete: 'set_null' },
    ])
    const rules = (await api('GET', '/tables/books/rls')) as { action: string; subject: string }[]
    expect(rules.map(({ action, subject }) => `${action} ${subject}`).toSorted()).toEqual([
      'delete owner',
      'insert owner',
      'select public',
      'update owner',
    ])
    // What people look for stands in front of what every row has.
    await api('POST', '/tables/books/records', { data: { title: 'Utubora Mkulima' } })
    await page.reload()
    await page.getByRole('columnheader', { name: 'title' }).waitFor()
    const heads = async () => {
      const texts = await page.getByRole('columnheader').allInnerTexts()
      const names = texts.map((text) => text.split('\n')[0] ?? '')
      return names.filter((name) => ['id', 'title', 'created_at'].includes(name)).slice(0, 2)
    }
    await expect.poll(heads).toEqual(['id', 'title'])
    expect(problems()).toEqual([])
    await close()
  })

  test('has ten columns out of a spreadsheet after two presses of the mouse', async () => {
    const { page, problems, close } = await open()
    await page.keyboard.type('Loans')
    await page.keyboard.press('Enter')
    const header = 'Title\tCopies\tLarge\tPrice\tLent\tReturned at\tat\tRef\tMail\tNote'
    const rows = [
      'A\t1\t9000000000\t1.5\t2026-01-02\t2026-01-02 10:00:00Z\t10:30\t0b7e3b4e-5d5d-4b6e-9a1f-3a2b1c0d9e8f\ta@b.example\t007',
      'B\t\t2\t2\t2026-02-02\t\t09:15\t\tc@d.example\ttrue',
    ]
    await paste(page, [header, ...rows].join('\n'))
    await column(page, 11).waitFor()
    await sql(page).getByText('"note" text').waitFor()
    await create(page)
    await page.waitForURL('**/tables?table=loans')
    await expect.poll(() => page.evaluate('window.presses')).toBe(2)
    expect((await own('loans')).map((one: { data_type: string }) => one.data_type)).toEqual([
      'text',
      'integer',
      'bigint',
      'decimal',
      'date',
      'timestamp',
      'time',
      'uuid',
      'email',
      'text',
    ])
    expect(await api('GET', '/tables/loans/rls')).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('says at its field what is wrong, and loses nothing that is typed', async () => {
    const { page, problems, close } = await open()
    await page.keyboard.type('Authors')
    await page.keyboard.press('Enter')
    await paste(page, 'id, name')
    await column(page, 1).getByText('is a column that every table has').waitFor()
    await create(page)
    await column(page, 1).getByRole('alert').waitFor()
    await nameOf(page, 1).fill('number')
    // What is wrong no more moves what stands below it, also between press and release.
    await column(page, 1).getByRole('alert').waitFor({ state: 'detached' })
    await choose(page, 1, 'Type', 'json')
    await column(page, 1).getByRole('checkbox', { name: 'Unique' }).check()
    await column(page, 1).getByText('cannot compare json').waitFor()
    await column(page, 1).getByRole('checkbox', { name: 'Unique' }).uncheck()
    await choose(page, 1, 'Type', 'integer')
    await column(page, 1).getByRole('textbox', { name: 'Default' }).fill('many')
    await column(page, 1).getByText('must be a whole number').waitFor()
    await column(page, 1).getByRole('textbox', { name: 'Default' }).fill('1')
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).first()
    await page.getByText('The table authors already exists.').waitFor()
    await create(page)
    await page.getByRole('alert').getByText('The table authors already exists.').waitFor()
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    page.once('dialog', (dialog) => dialog.dismiss())
    await page.keyboard.press('Escape')
    await expect.poll(() => nameOf(page, 2).inputValue()).toBe('name')

    await name.fill('Readers')
    await sql(page).getByText('create table "readers"').waitFor()
    await nameOf(page, 3).fill('author_id')
    await choose(page, 3, 'Refers to', 'Authors')
    await column(page, 3).getByRole('checkbox', { name: 'Required' }).check()
    await column(page, 3).getByRole('button', { name: 'More about the column' }).click()
    await choose(page, 3, 'When that row is deleted', 'Set to null')
    await column(page, 3).getByText('set_null').waitFor()
    await column(page, 3).getByRole('checkbox', { name: 'Required' }).uncheck()
    await page.getByRole('button', { name: 'Add an index' }).click()
    const index = page.getByRole('group', { name: 'Index 1' })
    const addColumn = async (option: string) => {
      await index.getByRole('combobox', { name: 'Add a column' }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await addColumn('number')
    await index.getByText('must name at least two columns').waitFor()
    await addColumn('author_id')
    await index.getByText('must name at least two columns').waitFor({ state: 'detached' })
    await index.getByRole('checkbox', { name: 'Unique' }).check()
    await sql(page).getByText('create unique index "readers$number$author_id$key"').waitFor()
    await page.getByRole('radio', { name: 'All users' }).check()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await create(page)
    await page.waitForURL('**/tables?table=readers')
    expect(await own('readers')).toHaveLength(3)
    expect(await api('GET', '/tables/readers/rls')).toHaveLength(4)
    const [made] = await api('GET', '/schema/history')
    expect(made.operation).toMatchObject({ kind: 'table.create', input: { name: 'Readers' } })
    expect(problems([400, 409])).toEqual([])
    await close()
  })

  test('can go on as SQL', async () => {
    const { page, problems, close } = await open()
    await page.keyboard.type('Shelves')
    await page.keyboard.press('Enter')
    await page.keyboard.type('place')
    await choose(page, 1, 'Type', 'enum')
    await column(page, 1).getByRole('textbox', { name: 'Values' }).fill('left\nright')
    await page.keyboard.press('Tab')
    await nameOf(page, 2).fill('parent_id')
    await choose(page, 2, 'Refers to', 'This table')
    await sql(page).getByText('references "shelves"').waitFor()
    // Policies are not in the statements: it asks before they are lost.
    const edit = page.getByRole('button', { name: 'Edit as SQL' })
    const asked: string[] = []
    page.once('dialog', (question) => {
      asked.push(question.message())
      return question.dismiss()
    })
    await page.getByRole('radio', { name: 'Users see and write only their own' }).check()
    await edit.click()
    await expect.poll(() => asked.length).toBe(1)
    await page.getByRole('radio', { name: 'Nobody but the server' }).check()
    await edit.click()
    await page.getByRole('textbox', { name: 'SQL' }).getByText('create table "shelves"').waitFor()
    await page.getByRole('button', { name: 'Show changes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await own('shelves')).toMatchObject([
      { name: 'place', enum_values: ['left', 'right'] },
      { name: 'parent_id', data_type: 'uuid' },
    ])
    // Before it has values, a column of the type enum is refused.
    expect(problems([400])).toEqual([])
    await close()
  })
})
