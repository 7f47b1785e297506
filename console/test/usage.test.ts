// The screen of usage shows what the API reports.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('usage', () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened?.stop())

  test('shows each meter by day and by month as the API reports it', async () => {
    const project = await opened.app.createProject('Duka')
    const { token } = project
    const email = (await opened.app.api('GET', '/me', { token })).data.email
    for (let i = 0; i < 3; i += 1) await opened.app.api('GET', '/data/books', { key: project.secret })
    const path = `/projects/${project.id}/usage?by=month&limit=12`
    const { data } = await opened.app.api('GET', path, { token })
    expect(data[0].requests).toBeGreaterThanOrEqual(3)

    const { page, problems, close } = await opened.visit(`/projects/${project.id}/usage`, { as: email })
    await page.getByRole('table', { name: 'Usage: Requests' }).waitFor()
    await page.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: 'By month' }).click()
    await page.getByRole('cell', { name: data[0].period, exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Meter' }).click()
    await page.getByRole('option', { name: 'Active users' }).click()
    const table = page.getByRole('table', { name: 'Usage: Active users' })
    const cells = table.getByRole('row').nth(1).getByRole('cell')
    await expect
      .poll(async () => [await cells.first().innerText(), await cells.last().innerText()])
      .toEqual([data[0].period, String(data[0].active_users)])
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toMatchObject({ by: 'month', meter: 'active_users' })
    expect(problems()).toEqual([])
    await close()
  })
  test('compares the projects of an organisation, and adds them up', async () => {
    const first = await opened.app.createProject('Duka')
    const { token } = first
    const email = (await opened.app.api('GET', '/me', { token })).data.email
    const { organisation_id } = (await opened.app.api('GET', `/projects/${first.id}`, { token })).data
    const made = await opened.app.api('POST', '/projects', {
      token,
      body: { name: 'Shule', organisation_id },
    })
    expect(made.status, made.text).toBe(201)
    await opened.app.api('GET', '/data/books', { key: first.secret })
    const usageOf = async (id: string) =>
      (await opened.app.api('GET', `/projects/${id}/usage?by=month&limit=1`, { token })).data[0].database_rows
    const path = `/organisations/${organisation_id}/usage?meter=database_rows`
    const { page, problems, close } = await opened.visit(path, { as: email })
    const table = page.getByRole('table', { name: 'Usage: Rows' })
    for (const [name, id] of [
      ['Duka', first.id],
      ['Shule', made.data.id],
    ]) {
      const row = table.getByRole('row').filter({ has: page.getByRole('link', { name }) })
      await expect.poll(() => row.getByRole('cell').last().innerText()).toBe(String(await usageOf(id)))
    }
    const sum = (await usageOf(first.id)) + (await usageOf(made.data.id))
    await page.getByText(`Sum of all projects: ${sum}.`, { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Meter' }).click()
    await page.getByRole('option', { name: 'Requests', exact: true }).click()
    await page
      .getByText('At the average of the days until now, the month comes to', { exact: false })
      .waitFor()
    await page.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: 'Last month' }).click()
    const before = page.getByRole('table', { name: 'Usage: Requests' })
    await expect.poll(() => before.getByRole('cell', { name: '0', exact: true }).count()).toBe(2)
    await page.getByText('Sum of all projects: 0.', { exact: true }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })
})
