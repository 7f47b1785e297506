// The table editor as somebody else sees it: their rows alone, a bar that says so, and nothing that changes anything.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { drawn, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('seeing as somebody else', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  let user: { readonly id: string }
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const columns = [
      { name: 'title', data_type: 'text' },
      { name: 'owner', data_type: 'uuid' },
    ]
    await create('tables', { name: 'notes', columns })
    user = await create('auth/users', { email: 'neema@example.com' })
    const own = { action: 'select', subject: 'authenticated', condition: 'owner = auth.uid()' }
    await create('tables/notes/rls', own)
    await create('tables/notes/records', { data: { title: 'of Neema', owner: user.id } })
    await create('tables/notes/records', { data: { title: 'of the shop' } })
  })
  afterAll(() => opened?.stop())

  const create = async (path: string, body: unknown) => {
    const asked = { token: project.token, body }
    const made = await opened.app.api('POST', `/projects/${project.id}/${path}`, asked)
    expect(made.status, JSON.stringify(made.errors)).toBe(201)
    return made.data
  }

  test('shows the rows of a user read-only, and one’s own again', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/tables?table=notes`, {
      as: email,
    })
    const grid = page.getByRole('grid', { name: 'notes' })
    await grid.getByText('of the shop').waitFor()
    await page.getByRole('button', { name: 'See as' }).click()
    await page.getByRole('searchbox', { name: 'Search by email, phone or name' }).fill('neema')
    await page.getByRole('dialog').getByRole('button', { name: 'neema@example.com' }).click()
    const bar = page.getByRole('region', { name: 'See as' })
    await bar.getByText('You see what neema@example.com sees').waitFor()
    await grid.getByText('of Neema').waitFor()
    await expect.poll(() => grid.getByText('of the shop').count()).toBe(0)
    await expect.poll(() => new URL(page.url()).searchParams.get('as')).toBe(`user:${user.id}`)

    // Neither by a button nor by a key.
    await expect.poll(() => page.getByRole('button', { name: /^(Insert|Delete)/ }).count()).toBe(0)
    await grid.getByText('of Neema').click()
    await page.keyboard.press('Delete')
    // No letter of which leads to another screen.
    await page.keyboard.type('other')
    await expect.poll(() => grid.getByRole('textbox').count()).toBe(0)
    await page.reload()
    await bar.waitFor()
    await grid.getByText('of Neema').waitFor()
    const path = `/projects/${project.id}/tables/notes/records`
    const { data } = await opened.app.api('GET', path, { token: project.token })
    expect(data.map(({ title }: { title: string }) => title).toSorted()).toEqual(['of Neema', 'of the shop'])

    await bar.getByRole('button', { name: 'Back to your own view' }).click()
    await grid.getByText('of the shop').waitFor()
    await expect.poll(() => bar.count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })

  test('shows a publishable key nothing, and is reached from the page of a user', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/users?user=${user.id}`, {
      as: email,
    })
    await page.getByRole('link', { name: 'See tables as this user' }).click()
    await page.getByRole('link', { name: 'notes' }).click()
    await page.getByRole('grid', { name: 'notes' }).getByText('of Neema').waitFor()
    await page.getByRole('button', { name: 'See as' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Any publishable key' }).click()
    await page.getByText('You see what a publishable key sees').waitFor()
    await page.getByText('No rows yet').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Insert/ }).count()).toBe(0)
    await expect.poll(() => page.getByText('Insert the first one').count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })

  test('goes along to SQL, whose queries run as the user, and to GraphQL', async () => {
    const { page, problems, close } = await opened.visit(
      `/projects/${project.id}/tables?table=notes&as=user:${user.id}`,
      { as: email },
    )
    await page.getByRole('grid', { name: 'notes' }).getByText('of Neema').waitFor()
    await page.getByRole('link', { name: 'SQL', exact: true }).click()
    const bar = page.getByRole('region', { name: 'See as' })
    const write = async (name: string, text: string) => {
      await page.getByRole('textbox', { name }).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(text)
    }
    await write('SQL', 'select title, auth.uid() as caller from notes')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const result = page.getByRole('grid', { name: 'Result' })
    await result.getByText('of Neema').waitFor()
    await result.getByText(user.id).waitFor()
    await expect.poll(() => result.getByText('of the shop').count()).toBe(0)

    // Statements that write are off, by the button and by the key.
    await write('SQL', "update notes set title = 'changed'")
    await page.getByText('Statements that write run as yourself only.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Show changes' }).isDisabled()).toBe(true)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.keyboard.press('Control+Enter')
    await drawn(page)
    expect(asked.filter((url) => url.includes('/query/'))).toEqual([])
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

    // The rows of the user are not shown as one's own.
    await bar.getByRole('button', { name: 'Back to your own view' }).click()
    await bar.waitFor({ state: 'hidden' })
    await expect.poll(() => result.count()).toBe(0)
    await write('SQL', 'select title from notes order by title')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await result.getByText('of the shop').waitFor()

    await page.getByRole('button', { name: 'See as' }).click()
    await page.getByRole('searchbox', { name: 'Search by email, phone or name' }).fill('neema')
    await page.getByRole('dialog').getByRole('button', { name: 'neema@example.com' }).click()
    await page.getByRole('link', { name: 'GraphQL', exact: true }).click()
    await bar.getByText('You see what neema@example.com sees').waitFor()
    await write('Document', '{ notes { title } }')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.getByText('of Neema').waitFor()
    await expect.poll(() => answer.getByText('of the shop').count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })
})
