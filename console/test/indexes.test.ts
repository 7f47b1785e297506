// Indexes of a table: what is superfluous and what is missing, made and dropped by reviewed SQL, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { violationsOf } from './axe.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('indexes', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const sql = `
      create table customers (name text);
      create table orders (customer_id uuid references customers, city text, total integer, "note" jsonb);
      create index orders_city on orders (city);
      create index orders_city_total on orders (city, total)`
    await api('POST', '/schema/exec-ddl', { sql })
    // The key has its index from the server.
    await api('POST', '/schema/exec-ddl', { sql: 'drop index "orders$customer_id$idx"' })
  })
  afterAll(() => opened?.stop())

  const indexes = async (): Promise<{ name: string; columns: string[]; condition: string | null }[]> =>
    (await api('GET', '/schema/figures')).find(({ slug }: { slug: string }) => slug === 'orders').indexes

  test('are listed with their use, made for a foreign key, and dropped', async () => {
    const path = `/projects/${project.id}/schema?table=orders&tab=indexes`
    const { page, problems, close } = await opened.visit(path, { as: email })
    const duplicate = page.getByRole('row', { name: 'orders_city city' })
    await duplicate.getByText('Unused').waitFor()
    await duplicate.getByText('orders_city_total does the same').waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])

    await page.getByRole('button', { name: 'Create an index on customer_id' }).click()
    await page.getByRole('combobox', { name: 'Add a column' }).click()
    await page.getByRole('option', { name: 'total' }).click()
    await page.getByRole('checkbox', { name: 'Only rows that are not deleted' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('orders_of_customer')
    const written = page.getByRole('textbox', { name: 'SQL' })
    await written.getByText('create index "orders_of_customer" on "orders"').first().waitFor()
    await page.getByText('not CONCURRENTLY').waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    expect((await indexes()).map(({ name }) => name)).not.toContain('orders_of_customer')
    await page.getByRole('dialog').getByRole('button', { name: 'New index' }).click()
    await page.getByRole('row', { name: 'orders_of_customer' }).waitFor()
    expect((await indexes()).find(({ name }) => name === 'orders_of_customer')).toMatchObject({
      columns: ['customer_id', 'total'],
      condition: '(deleted_at IS NULL)',
    })
    await page.getByRole('button', { name: 'Create an index on customer_id' }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Drop: orders_city', exact: true }).click()
    const statements = page.getByRole('textbox', { name: 'Statements' })
    await statements.getByText('drop index "orders_city"').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click()
    await expect
      .poll(async () => (await indexes()).map(({ name }) => name), { timeout: 30_000 })
      .not.toContain('orders_city')
    await page.getByRole('dialog', { name: 'Drop the index' }).waitFor({ state: 'detached' })
    await duplicate.waitFor({ state: 'detached' })
    const [last] = await api('GET', '/schema/history')
    expect(last).toMatchObject({ kind: 'sql', sql: expect.stringContaining('drop index "orders_city"') })
    expect(problems()).toEqual([])
    await close()
  })

  test('what keeps a key unique is not dropped, and the reason is shown', async () => {
    const path = `/projects/${project.id}/schema?table=orders&tab=indexes`
    const { page, problems, close } = await opened.visit(path, { as: email })
    const key = (await indexes()).find(({ columns }) => columns[0] === 'id')?.name ?? ''
    await page.getByRole('button', { name: `Drop: ${key}`, exact: true }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await expect
      .poll(() => page.getByRole('dialog').getByRole('button', { name: 'Drop' }).isDisabled())
      .toBe(true)
    expect((await indexes()).map(({ name }) => name)).toContain(key)
    expect(problems([400, 409])).toEqual([])
    await close()
  })
})
