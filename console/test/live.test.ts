// The screen of live changes: what arrives as whom, messages and presence, explanations, channels and settings.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

const BIG = '9007199254740993'

describe.skipIf(NO_CHROMIUM)('live changes', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  let account: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    const me = (await opened.app.api('GET', '/me', { token: project.token })).data
    email = me.email
    account = me.id
    const columns = [
      { name: 'title', data_type: 'string' },
      { name: 'sold', data_type: 'bigint' },
    ]
    await call('POST', '/tables', { name: 'books', columns })
  })
  afterAll(() => opened?.stop())

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    opened.app.api(method, `/projects/${project.id}${path}`, {
      token: project.token,
      ...(body === undefined ? {} : { body }),
    })
  const insert = async (title: string): Promise<string> => {
    const body = { title, sold: BIG }
    const answer = await opened.app.api('POST', '/data/books', { key: project.secret, body })
    expect(answer.status, answer.text).toBe(201)
    return answer.data.id
  }
  const visit = (search: string) => opened.visit(`/projects/${project.id}/live${search}`, { as: email })
  const connected = (page: Page) => page.getByText('Connected', { exact: true }).waitFor({ timeout: 30_000 })

  test('makes, turns off and deletes channels, and changes the settings', async () => {
    const { page, problems, close } = await visit('?tab=channels')
    await page.getByRole('button', { name: 'New channel' }).click()
    await page.getByLabel('Name', { exact: true }).fill('not allowed')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('must be up to 100 letters', { exact: false }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('lobby')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('lobby is saved').waitFor()
    const channels = async () => (await call('GET', '/realtime/channels')).data
    expect(await channels()).toMatchObject([{ name: 'lobby', table_id: null, enabled: true }])
    const menu = page.getByRole('button', { name: 'State: lobby' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Turn off' }).click()
    await page.getByText('lobby is off', { exact: false }).waitFor()
    expect(await channels()).toMatchObject([{ enabled: false }])
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByLabel('to confirm').fill('lobby')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('lobby is deleted').waitFor()
    expect(await channels()).toEqual([])

    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('checkbox', { name: 'DELETE events' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved').waitFor()
    const settings = { enabled: true, broadcast_inserts: true, broadcast_updates: true }
    expect((await call('GET', '/realtime/settings')).data).toEqual({ ...settings, broadcast_deletes: false })
    await call('PUT', '/realtime/settings', { broadcast_deletes: true })
    expect(problems([400])).toEqual([])
    await close()
  })

  test('shows changes with all digits and what differs, filters, and pauses', async () => {
    const { page, problems, close } = await visit('')
    await page.getByText('Choose what to listen to').waitFor()
    await page.getByRole('combobox', { name: 'Add a table' }).click()
    await page.getByRole('option', { name: 'books' }).click()
    await connected(page)
    const id = await insert('Kusadikika')
    const events = page.getByRole('table', { name: 'What arrived' })
    await events.getByText('INSERT').waitFor()
    await opened.app.api('PATCH', `/data/books/${id}`, { key: project.secret, body: { title: 'Utengano' } })
    const update = events.getByRole('row').filter({ hasText: 'UPDATE' })
    await expect.poll(() => update.innerText()).toMatch(/books\s[\d,]+ ms\s/)
    await update.getByRole('button', { name: id }).click()
    const drawer = page.getByRole('dialog', { name: 'UPDATE · books' })
    const changes = drawer.getByRole('table', { name: 'What changed' })
    const title = changes.getByRole('row').filter({ hasText: 'title' })
    await expect
      .poll(() => title.getByRole('cell').allTextContents())
      .toEqual(['title', '"Kusadikika"', '"Utengano"'])
    await expect.poll(() => drawer.locator('pre').innerText()).toContain(`"sold": ${BIG}`)
    await drawer.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'INSERT' }).click()
    await expect.poll(() => events.getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name: 'Pause' }).click()
    await insert('Nagona')
    await page.getByText('1 more waits').waitFor()
    await expect.poll(() => events.getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(() => events.getByRole('row').count()).toBe(3)
    await page.getByRole('searchbox', { name: 'Search in what arrived' }).fill('nagona')
    await expect.poll(() => events.getByRole('row').count()).toBe(2)
    expect(problems()).toEqual([])
    await close()
  })

  test('sends a message to a channel, and shows who is present', async () => {
    await call('POST', '/realtime/channels', { name: 'hall' })
    const search = `?channels=${encodeURIComponent('["hall"]')}`
    const first = await visit(search)
    await connected(first.page)
    const second = await visit(search)
    await connected(second.page)
    const present = first.page.getByRole('table', { name: 'Present in hall' }).getByRole('row')
    await expect.poll(() => present.count()).toBe(3)
    await expect.poll(() => present.nth(1).innerText()).toContain(`account:${account}`)
    await second.page.getByLabel('Message', { exact: true }).fill('{"text": ')
    await second.page.getByRole('button', { name: 'Send' }).click()
    await second.page.getByText('This is no JSON.').waitFor()
    await second.page.getByLabel('Message', { exact: true }).fill('{"text": "<b>Habari</b>"}')
    await second.page.getByRole('button', { name: 'Send' }).click()
    await first.page.getByRole('button', { name: '{"text":"<b>Habari</b>"}' }).waitFor()
    await second.close()
    await expect.poll(() => present.count()).toBe(2)
    expect([first.problems(), second.problems()]).toEqual([[], []])
    await first.close()
  })

  test('listens as a key, and explains why nothing arrives', async () => {
    const { page, problems, close } = await visit(`?tables=${encodeURIComponent('["books"]')}`)
    await page.getByLabel('Listen as').click()
    await page.getByRole('option', { name: 'Somebody else' }).click()
    await page.getByLabel('API key or access token').fill('pk_unknown')
    await page.getByRole('button', { name: 'Listen', exact: true }).click()
    await page.getByText('Closed', { exact: true }).waitFor()
    await page.getByLabel('API key or access token').fill(project.publishable)
    await page.getByRole('button', { name: 'Listen', exact: true }).click()
    await connected(page)
    const hidden = await insert('Hidden')
    const question = { table: 'books', type: 'INSERT', key: 'publishable', row_id: hidden }
    const asked = (await call('POST', '/realtime/explain', question)).data
    expect(asked).toMatchObject({ delivered: false, connections: 1 })

    const explainer = await visit('?tab=explain')
    await explainer.page.getByRole('combobox', { name: 'Table' }).click()
    await explainer.page.getByRole('option', { name: 'books' }).click()
    await explainer.page.getByLabel('Id of the row').fill(hidden)
    await explainer.page.getByRole('button', { name: 'Explain', exact: true }).click()
    await explainer.page.getByText('It does not arrive').waitFor()
    const reasons = explainer.page.getByRole('list', { name: 'What stands in the way' }).getByRole('listitem')
    await expect.poll(() => reasons.allInnerTexts()).toEqual(asked.reasons)

    const { data: books } = await call('GET', '/tables')
    const { id } = books.find(({ slug }: { slug: string }) => slug === 'books')
    const policy = { action: 'select', subject: 'public', effect: 'allow', condition: "title <> 'Hidden'" }
    const made = await call('POST', `/tables/${id}/rls`, policy)
    expect(made.status, made.text).toBe(201)
    await insert('Hidden')
    const seen = await insert('Seen')
    const rows = page.getByRole('table', { name: 'What arrived' }).getByRole('row')
    await page.getByRole('button', { name: seen }).waitFor()
    await expect.poll(() => rows.count()).toBe(2)
    await explainer.page.getByLabel('Id of the row').fill(seen)
    await explainer.page.getByRole('button', { name: 'Explain', exact: true }).click()
    await explainer.page.getByText('It arrives').waitFor()
    expect([problems([401]), explainer.problems()]).toEqual([[], []])
    await explainer.close()
    await close()
  })
})
