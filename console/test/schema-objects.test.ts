// Views, functions and triggers made, changed and dropped on the screen of the schema, checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('views, functions and triggers', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  const open = (search: string, as = email) =>
    opened.visit(`/projects/${project.id}/schema?${search}`, { as })
  const write = async (page: Page, label: string, text: string) => {
    await page.getByRole('textbox', { name: label }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }
  const make = async (page: Page, action: string) => {
    await page.getByRole('button', { name: 'Show SQL' }).click()
    const statements = page.getByRole('textbox', { name: 'Statements' })
    await statements.waitFor()
    await page.getByRole('dialog').getByRole('button', { name: action }).click()
    await statements.waitFor({ state: 'detached' })
  }

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    await api('POST', '/tables', { name: 'Books', columns: [{ name: 'price', data_type: 'integer' }] })
  })
  afterAll(() => opened?.stop())

  test('makes a function and a trigger that calls it', async () => {
    const { page, problems, close } = await open('tab=functions')
    await page.getByRole('button', { name: 'New function' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('double_price')
    await write(page, 'Body', 'begin\nnew.price = 2 * new.price;\nreturn new;\nend')
    await make(page, 'New function')
    await page.getByRole('button', { name: 'double_price' }).waitFor()
    await page.getByRole('tab', { name: 'Triggers' }).click()
    await page.getByRole('button', { name: 'New trigger' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('doubling')
    await page.getByRole('combobox', { name: 'Table' }).click()
    await page.getByRole('option', { name: 'Books' }).click()
    await page.getByRole('checkbox', { name: 'Insert' }).click()
    await page.getByRole('combobox', { name: 'Function' }).click()
    await page.getByRole('option', { name: 'double_price' }).click()
    await make(page, 'New trigger')
    await page.getByRole('button', { name: 'books.doubling' }).waitFor()
    expect(await api('GET', '/schema/triggers')).toMatchObject([
      { id: 'books.doubling', timing: 'before', events: ['insert'], function: 'double_price' },
    ])
    await api('POST', '/tables/books/records', { data: { price: 21 } })
    expect((await api('GET', '/tables/books/records'))[0].price).toBe(42)

    await page.getByRole('tab', { name: 'Functions' }).click()
    await page.getByRole('button', { name: 'double_price' }).click()
    await page.getByRole('dialog').getByText('books.doubling').waitFor()
    await page.getByRole('button', { name: 'Drop' }).click()
    await page.getByRole('button', { name: 'Show it anyway' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click()
    await page.getByText('No functions yet').waitFor()
    expect(await api('GET', '/schema/triggers')).toEqual([])
    expect(problems([409])).toEqual([])
    await close()
  })

  test('makes, changes and shows a view', async () => {
    const { page, problems, close } = await open('tab=views')
    await page.getByRole('button', { name: 'New view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('cheap')
    await write(page, 'Query', 'select id, price from books where price < 10')
    await make(page, 'New view')
    await page.getByRole('button', { name: 'cheap' }).click()
    await page.waitForURL('**object=cheap')
    await page.getByRole('button', { name: 'Change' }).click()
    await write(page, 'Query', 'select id, price from books where price < 20')
    await make(page, 'Change')
    await page.getByRole('dialog').getByText('20').waitFor()
    expect((await api('GET', '/schema/views/cheap')).definition).toContain('20')
    expect(problems()).toEqual([])
    await close()
  })

  test('shows a viewer what there is, and offers nothing to change', async () => {
    await api('POST', '/schema/views', { name: 'seen', definition: 'select id from books' })
    const { user } = await opened.app.register()
    const { organisation_id } = await api('GET', '')
    const body = { email: user.email, role: 'viewer' }
    await opened.app.api('POST', `/organisations/${organisation_id}/members`, { token: project.token, body })
    const { page, problems, close } = await open('tab=views&object=seen', user.email)
    await page.getByRole('dialog').getByRole('textbox', { name: 'Query' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /Change|Drop|New/ }).count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })
})
