// The screen of GraphQL: documents with variables, callers, the schema beside them, and history.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('GraphQL', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  const titles = async () =>
    (await api('GET', '/tables/books/records')).map(({ title }: { title: string }) => title)
  const open = (search = '') => opened.visit(`/projects/${project.id}/graphql${search}`, { as: email })
  const write = async (page: Page, name: string, text: string) => {
    await page.getByRole('textbox', { name }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }
  const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click()
  const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const columns = [
      { name: 'title', data_type: 'string' },
      { name: 'code', data_type: 'bigint' },
    ]
    await api('POST', '/tables', { name: 'Books', columns })
    await api('POST', '/tables/books/records', { data: { title: 'Utengano', code: '9007199254740993' } })
    await api('POST', '/tables/books/rls', { action: 'insert', subject: 'public', effect: 'allow' })
  })
  afterAll(() => opened?.stop())

  test('runs a document with variables, keeps it and its history', async () => {
    const first = await open()
    const query = 'query ($title: String!) { books(where: {title: {_eq: $title}}) { title code } }'
    await write(first.page, 'Document', query)
    await write(first.page, 'Variables', '{"title": "Utengano"}')
    await run(first.page)
    await answer(first.page).getByText('9007199254740993').waitFor()
    await expect
      .poll(async () => (await api('GET', '/console/graphql-history'))?.value)
      .toMatchObject([{ query, variables: '{"title": "Utengano"}' }])
    await write(first.page, 'Document', '{ books { title } }')
    await expect
      .poll(async () => (await api('GET', '/console/graphql-draft'))?.value)
      .toMatchObject({ query: '{ books { title } }' })
    expect(first.problems()).toEqual([])
    await first.close()

    const { page, problems, close } = await open()
    await page.getByRole('textbox', { name: 'Document' }).getByText('{ books { title } }').waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('dialog').getByRole('button', { name: query }).click()
    await page.getByRole('textbox', { name: 'Document' }).getByText('$title: String!').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('completes and checks by the schema', async () => {
    const { page, problems, close } = await open()
    await page.getByRole('region', { name: 'Query' }).waitFor()
    await write(page, 'Document', '{ books { titel } }')
    await page.locator('.cm-lintRange-error').waitFor()
    await write(page, 'Document', '{ books { ')
    await page.keyboard.type('cod')
    await page.getByRole('option', { name: /^code/ }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('calls as somebody else, whose writes are undone', async () => {
    const { page, problems, close } = await open()
    await write(page, 'Document', 'mutation { insert_books_one(object: {title: "Rasimu"}) { id } }')
    await page.getByRole('button', { name: 'See as' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Any publishable key' }).click()
    const bar = page.getByRole('region', { name: 'See as' })
    await bar.getByText('You see what a publishable key sees').waitFor()
    await run(page)
    await answer(page).getByText('The mutation was tried and undone.').waitFor()
    expect(await titles()).toEqual(['Utengano'])
    await bar.getByRole('button', { name: 'Back to your own view' }).click()
    await answer(page).waitFor({ state: 'hidden' })
    await run(page)
    await expect.poll(titles).toEqual(['Rasimu', 'Utengano'])
    expect(problems()).toEqual([])
    await close()
  })

  test('finds fields, begins a document with one, and copies it as curl', async () => {
    const { page, problems, close } = await open()
    await write(page, 'Document', '')
    const explorer = page.getByRole('complementary', { name: 'Schema' })
    await explorer.getByRole('searchbox').fill('books_by')
    await explorer.getByRole('button', { name: 'Query.books_by_pk' }).click()
    await explorer.getByRole('button', { name: 'books_by_pk', exact: true }).click()
    const [row] = await api('GET', '/tables/books/records?where=(title.eq.Utengano)')
    await write(page, 'Variables', JSON.stringify({ id: row.id }))
    await run(page)
    await answer(page).getByText('Utengano').waitFor()
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('The command is copied').waitFor()
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
    await expect.poll(copied).toContain('YOUR_SECRET_KEY')
    await expect.poll(copied).not.toContain(project.secret)
    const command = (await copied()).replace('YOUR_SECRET_KEY', project.secret)
    const { stdout } = await promisify(execFile)('bash', ['-c', command])
    expect(stdout).toContain('Utengano')
    expect(problems()).toEqual([])
    await close()
  })

  test('shows what GraphQL refuses', async () => {
    const { page, problems, close } = await open()
    await write(page, 'Document', '{ boks { title } }')
    await run(page)
    await answer(page).getByRole('alert').filter({ hasText: 'boks' }).waitFor()
    expect(problems([400])).toEqual([])
    await close()
  })
})
