// The audit log of a project and of an organisation, checked against entries made over the API.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('the audit log', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  let organisation: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    const { token, id } = project
    email = (await opened.app.api('GET', '/me', { token })).data.email
    organisation = (await opened.app.api('GET', `/projects/${id}`, { token })).data.organisation_id
    const secret = await opened.app.api('POST', `/projects/${id}/secrets`, {
      token,
      body: { key: 'SMS', value: 'atsk_0123' },
    })
    await opened.app.api('GET', `/projects/${id}/secrets/${secret.data.id}/value`, { token })
    await opened.app.api('PATCH', `/projects/${id}`, { token, body: { name: 'Duka <i>' } })
  })
  afterAll(() => opened?.stop())

  test('finds entries of a project, shows one in full, and downloads them', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/audit-log`, { as: email })
    const { data } = await opened.app.api('GET', `/projects/${project.id}/audit-logs`, {
      token: project.token,
    })
    const entry = (action: string) => page.getByRole('button', { name: action, exact: true })
    await entry('secrets.reveal').waitFor()
    const rename = data.find(({ after }: { after: { name?: string } | null }) => after?.name === 'Duka <i>')
    await entry(rename.action).first().click()
    const changed = page.getByRole('dialog').getByRole('table', { name: 'What was changed' })
    const cells = changed.getByRole('row').filter({ hasText: 'name' }).getByRole('cell')
    await expect.poll(() => cells.allInnerTexts()).toEqual(['name', '"Duka"', '"Duka <i>"'])
    await page.getByRole('dialog').getByText(rename.request_id).waitFor()
    await page.getByRole('button', { name: 'Copy: Request' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(rename.request_id)
    await page.getByRole('button', { name: 'All done to the same' }).click()
    await entry('secrets.reveal').waitFor({ state: 'detached' })
    const done = data.filter(({ target }: { target: string }) => target === rename.target)
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(done.length + 1)
    const target = page.getByRole('searchbox', { name: 'Id of what it was done to' })
    await expect.poll(() => target.inputValue()).toBe(rename.target)
    await target.fill('')
    await target.press('Enter')
    await entry('secrets.reveal').waitFor()

    await page.getByRole('searchbox', { name: 'Action or area' }).fill('secrets')
    await entry(rename.action).waitFor({ state: 'detached' })
    await entry('secrets.create').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?action=secrets')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines.slice(1).join()).toContain('secrets.reveal')
    expect(problems()).toEqual([])
    await close()
  })

  test('lists what happened in the whole organisation', async () => {
    const { page, problems, close } = await opened.visit(`/organisations/${organisation}/audit-log`, {
      as: email,
    })
    await page.getByRole('button', { name: 'secrets.reveal', exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Since' }).click()
    await page.getByRole('option', { name: 'Last 24 hours' }).click()
    await page.getByRole('button', { name: 'secrets.reveal', exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?since=day')
    expect(problems()).toEqual([])
    await close()
  })

  test('is not offered to developers, who are refused', async () => {
    const developer = await opened.app.register()
    const body = { email: developer.user.email, role: 'developer' }
    const path = `/organisations/${organisation}/members`
    await opened.app.api('POST', path, { token: project.token, body })
    const { page, problems, close } = await opened.visit(`/projects/${project.id}`, {
      as: developer.user.email,
    })
    const links = page.getByRole('navigation', { name: 'Navigation' })
    await links.getByRole('button', { name: 'Observe' }).click()
    await links.getByRole('link', { name: 'Request logs' }).waitFor()
    await expect.poll(() => links.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
    const forced = await opened.app.api('GET', `/projects/${project.id}/audit-logs`, {
      token: developer.token,
    })
    expect(forced.status).toBe(403)
    expect(problems()).toEqual([])
    await close()
  })
})
