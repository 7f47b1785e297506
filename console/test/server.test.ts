// The server screen: health, organisations, projects and operators, for operators alone.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('the server', () => {
  let opened: OpenConsole
  // The first account of an installation operates it.
  let operator: TestProject
  let other: TestProject
  let emails: { readonly operator: string; readonly other: string }
  beforeAll(async () => {
    opened = await openConsole()
    operator = await opened.app.createProject('Duka')
    other = await opened.app.createProject('Shule')
    emails = { operator: await emailOf(operator), other: await emailOf(other) }
  })
  afterAll(() => opened?.stop())

  const get = async (path: string) => (await opened.app.api('GET', path, { token: operator.token })).data
  const emailOf = async ({ token }: TestProject) => (await opened.app.api('GET', '/me', { token })).data.email

  test('is shown to operators, with health, organisations, projects and settings', async () => {
    const { page, problems, close } = await opened.visit('', { as: emails.operator })
    await page.getByRole('link', { name: 'Server' }).click()
    const health = await get('/operator/health')
    await page.getByText(health.node_version, { exact: true }).waitFor()
    const cluster = page.getByRole('table', { name: 'Clusters' }).getByRole('row').nth(1)
    await expect.poll(() => cluster.innerText()).toMatch(/^main\s+Reachable\s+\d+/)
    await expect.poll(() => cluster.innerText()).toContain(health.clusters[0].version)
    const fact = (title: string) => page.locator(`dt:has-text("${title}") + dd`)
    await expect.poll(() => fact('Last one made').innerText()).toBe('Never')
    // In development mails are kept, and none leaves.
    await page.locator('dt:has-text("Sends mail") + dd:text-is("No")').waitFor()
    expect(health.mail).toBe(false)

    await page.getByRole('tab', { name: 'Organisations' }).click()
    const organisations = page.getByRole('table', { name: 'Organisations' }).getByRole('row')
    await expect.poll(() => organisations.count()).toBe(3)
    await page.getByRole('tab', { name: 'Projects' }).click()
    const projects = page.getByRole('table', { name: 'Projects' }).getByRole('row')
    await expect.poll(() => projects.count()).toBe(3)
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('shul')
    await expect.poll(() => projects.count()).toBe(2)
    await expect.poll(() => projects.nth(1).innerText()).toContain('Shule')
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=projects&search=shul')

    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByText('Seconds that changes are kept').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('makes and unmakes operators', async () => {
    const { page, problems, close } = await opened.visit('/server?tab=operators', { as: emails.operator })
    const rows = page.getByRole('table', { name: 'Operators' }).getByRole('row')
    await rows.nth(1).waitFor()
    // The last one stays.
    await expect.poll(() => page.getByRole('button', { name: /^Remove: / }).count()).toBe(0)
    await page.getByRole('button', { name: 'Add an operator' }).click()
    const form = page.getByRole('dialog', { name: 'Add an operator' })
    await form.getByLabel('Email').fill('nobody@example.com')
    await form.getByRole('button', { name: 'Add an operator' }).click()
    await form.getByText('The account was not found', { exact: false }).waitFor()
    await form.getByLabel('Email').fill(emails.other)
    await form.getByRole('button', { name: 'Add an operator' }).click()
    await page.getByText(`${emails.other} is an operator`).waitFor()
    expect(await get('/operator/operators')).toHaveLength(2)
    await page.getByRole('button', { name: `Remove: ${emails.other}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText(`${emails.other} is an ordinary account`).waitFor()
    expect(await get('/operator/operators')).toHaveLength(1)
    expect(problems([404])).toEqual([])
    await close()
  })

  test('is not offered to others', async () => {
    const { page, problems, close } = await opened.visit('/server', { as: emails.other })
    await page.getByText('Only operators of this installation see this.').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Server' }).count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })
})

describe.skipIf(NO_CHROMIUM)('a server on restored data', () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole({}, { isRestored: true })
  })
  afterAll(() => opened?.stop())

  test('says to all that it is quiet, and operators end that', async () => {
    const { app } = opened
    const operator = (await app.register()).user.email
    const other = (await app.register()).user.email
    await app.platform.clusters.main.admin.query(
      `insert into jobs.job (name, data) select 'integration-alert', '{}' from generate_series(1, 3)`,
    )
    const their = await opened.visit('', { as: other })
    const bar = (page: Page) => page.getByRole('region', { name: 'This server was restored' })
    await bar(their.page).waitFor()
    await expect.poll(() => bar(their.page).getByRole('button').count()).toBe(0)

    const { page, problems, close } = await opened.visit('/server', { as: operator })
    await bar(page).getByRole('button', { name: 'What waits' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Drop: alerts by mail, SMS and chat (3)' }).click()
    await dialog.getByRole('button', { name: 'Let it work' }).click()
    await page.getByText('The server works in the background').waitFor()
    await expect.poll(() => bar(page).count()).toBe(0)
    const { rows } = await app.platform.clusters.main.admin.query(
      `select from jobs.job where name = 'integration-alert'`,
    )
    expect(rows).toEqual([])
    expect(problems()).toEqual([])
    await close()
    await their.close()
  })
})
