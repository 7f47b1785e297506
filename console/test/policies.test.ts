// The screen of policies: made, changed, tried and deleted, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('policies', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  const titles = async () => {
    const { data } = await opened.app.api('GET', '/data/books', { key: project.publishable })
    return data?.map(({ title }: { title: string }) => title)
  }

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const columns = [
      { name: 'title', data_type: 'string' },
      { name: 'published', data_type: 'boolean' },
    ]
    await api('POST', '/tables', { name: 'Books', columns })
    for (const [title, published] of [
      ['Utengano', true],
      ['Rasimu', false],
    ])
      await api('POST', '/tables/books/records', { data: { title, published } })
  })
  afterAll(() => opened?.stop())

  test('makes a policy of a template, tries it, and deletes it', async () => {
    const address = `/projects/${project.id}/policies?table=books`
    const { page, problems, close } = await opened.visit(address, { as: email })
    await page.getByText('No policies: secret keys').waitFor()
    await page.getByRole('button', { name: 'Add a policy: Read, Everybody' }).click()
    await page.getByRole('combobox', { name: 'Which rows' }).click()
    await page.getByRole('option', { name: 'Published rows' }).click()
    await page.getByRole('textbox', { name: 'Condition' }).getByText('published').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /Allow ?published/ }).waitFor()
    expect(await titles()).toEqual(['Utengano'])
    expect(await api('GET', '/tables/books/rls')).toMatchObject([
      { action: 'select', subject: 'public', effect: 'allow', condition: 'published' },
    ])

    await page.getByRole('tab', { name: 'Try it' }).click()
    const row = (title: string) => page.getByRole('row').filter({ hasText: title })
    await row('Utengano').getByText('Visible').waitFor()
    await row('Rasimu').getByText('Hidden').waitFor()

    await page.getByRole('tab', { name: 'Policies' }).click()
    await page.getByRole('button', { name: /Allow ?published/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No policies: secret keys').waitFor()
    expect(await api('GET', '/tables/books/rls')).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('says what is wrong with a condition while it is typed', async () => {
    const address = `/projects/${project.id}/policies?table=books`
    const { page, problems, close } = await opened.visit(address, { as: email })
    await page.getByRole('button', { name: 'Add a policy: Update, Signed-in users' }).click()
    await page.getByRole('textbox', { name: 'Condition' }).click()
    await page.keyboard.type('titel is null')
    await page.getByRole('alert').filter({ hasText: 'titel' }).waitFor()
    expect(await api('GET', '/tables/books/rls')).toEqual([])
    expect(problems([400])).toEqual([])
    await close()
  })
})
