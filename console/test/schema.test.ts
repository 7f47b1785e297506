// The screen of the schema: tables, columns and relationships made, changed and dropped, checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { drawn, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('the schema', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  const open = (search = '') => opened.visit(`/projects/${project.id}/schema${search}`, { as: email })
  const review = (page: Page) => page.getByRole('button', { name: 'Show SQL' }).click()
  const statements = (page: Page) => page.getByRole('textbox', { name: 'Statements' })
  const makeBooks = (...columns: object[]) => api('POST', '/tables', { name: 'Books', columns })

  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened?.stop())

  const start = async () => {
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  }

  test('makes a column, and shows its SQL before', async () => {
    await start()
    await makeBooks()
    const { page, problems, close } = await open()
    await page.getByRole('link', { name: 'New table' }).waitFor()
    await page.getByRole('button', { name: 'Books', exact: true }).click()
    await page.waitForURL('**/schema?table=books')

    await page.getByRole('button', { name: 'New column' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('state')
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'enum' }).click()
    await page.getByRole('textbox', { name: 'Values' }).fill('draft\npublished')
    await page.getByRole('checkbox', { name: 'Required' }).check()
    await page.getByRole('checkbox', { name: 'Has a default' }).check()
    await page.getByRole('textbox', { name: 'Default' }).fill('draft')
    await review(page)
    await statements(page).getByText('add column "state"').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'New column' }).click()
    await page.getByText('enum(draft, published)').waitFor()
    const { columns } = await api('GET', '/tables/books')
    expect(columns.find(({ name }: { name: string }) => name === 'state')).toMatchObject({
      data_type: 'enum',
      enum_values: ['draft', 'published'],
      required: true,
      default_value: 'draft',
    })
    expect(problems()).toEqual([])
    await close()
  })

  test('leads nobody back whose change ends once they have gone elsewhere', async () => {
    await start()
    await makeBooks()
    const { page, problems, close } = await open()
    await page.getByRole('button', { name: 'Books', exact: true }).click()
    await page.getByRole('button', { name: 'New column' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('state')
    await review(page)
    await statements(page).getByText('add column "state"').first().waitFor()
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await page.route('**/columns', async (route) => {
      asked.resolve()
      await released.promise
      await route.continue()
    })
    await page.getByRole('dialog').getByRole('button', { name: 'New column' }).click()
    await asked.promise
    await page.goBack()
    await page.goBack()
    await page.waitForURL('**/schema')
    released.resolve()
    await page.getByText('The schema is changed').first().waitFor()
    await page.getByRole('link', { name: 'New table' }).waitFor()
    await drawn(page)
    await expect.poll(() => new URL(page.url()).search).toBe('')
    expect(problems()).toEqual([])
    await close()
  })

  test('warns before values are lost, and drops a column by its name', async () => {
    await start()
    await makeBooks({ name: 'price', data_type: 'string' })
    await api('POST', '/tables/books/records', { data: { price: 'cheap' } })
    const { page, problems, close } = await open('?table=books')
    await page.getByRole('button', { name: 'Actions: price' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'integer', exact: true }).click()
    await review(page)
    await page.getByText('The values of 1 row in price would change or be lost').waitFor()
    await page.getByRole('button', { name: 'Show it anyway' }).click()
    await statements(page).getByText('alter table "books"').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    await page.getByRole('cell', { name: 'integer' }).waitFor()
    expect((await api('GET', '/tables/books/records'))[0].price).toBe(null)

    await page.getByRole('button', { name: 'Actions: price' }).click()
    await page.getByRole('menuitem', { name: 'Drop' }).click()
    const drop = page.getByRole('dialog').getByRole('button', { name: 'Drop' })
    await statements(page).getByText('drop column "price"').first().waitFor()
    await expect.poll(() => drop.isDisabled()).toBe(true)
    await page.getByLabel('to confirm').fill('price')
    await drop.click()
    // What lies behind an open dialog has no roles, so the dialog is waited for first.
    await page.getByRole('dialog', { name: 'Drop price' }).waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'integer' }).waitFor({ state: 'detached' })
    const { columns } = await api('GET', '/tables/books')
    expect(columns.map(({ name }: { name: string }) => name)).not.toContain('price')
    expect(problems([409])).toEqual([])
    await close()
  })

  test('relates tables, and keeps the history', async () => {
    await start()
    await makeBooks()
    await api('POST', '/tables', { name: 'Loans', columns: [{ name: 'book_id', data_type: 'uuid' }] })
    const { page, problems, close } = await open('?table=loans&tab=relationships')
    await page.getByRole('button', { name: 'New relationship' }).click()
    await page.getByRole('combobox', { name: 'Column', exact: true }).click()
    await page.getByRole('option', { name: 'book_id' }).click()
    await page.getByRole('combobox', { name: 'Refers to table' }).click()
    await page.getByRole('option', { name: 'Books' }).click()
    await page.getByRole('combobox', { name: 'On delete' }).click()
    await page.getByRole('option', { name: 'Delete' }).click()
    await review(page)
    await statements(page).getByText('on delete cascade').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'New relationship' }).click()
    await page.getByText('loans.book_id').waitFor()
    expect(await api('GET', '/schema/relationships')).toMatchObject([
      { from_table: 'loans', to_table: 'books', on_delete: 'cascade' },
    ])
    await page.getByRole('button', { name: 'All tables' }).click()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('button', { name: 'relationship.create' }).click()
    await page.getByRole('dialog').getByText(email).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('offers a viewer nothing to change', async () => {
    await start()
    await makeBooks()
    const { token, user } = await opened.app.register()
    const { organisation_id } = await api('GET', '')
    const added = await opened.app.api('POST', `/organisations/${organisation_id}/members`, {
      token: project.token,
      body: { email: user.email, role: 'viewer' },
    })
    expect(added.status, added.text).toBeLessThan(300)
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/schema?table=books`, {
      as: user.email,
    })
    await page.getByRole('cell', { name: 'created_at' }).waitFor()
    await expect
      .poll(() =>
        page
          .locator('a, button')
          .filter({ hasText: /New (table|column)/ })
          .count(),
      )
      .toBe(0)
    const refused = await opened.app.api('POST', `/projects/${project.id}/schema/dry-run`, {
      token,
      body: { operation: { kind: 'table.create', input: { name: 'Authors' } } },
    })
    expect(refused.status).toBe(403)
    expect(problems()).toEqual([])
    await close()
  })
})
