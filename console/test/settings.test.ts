// Settings of a project: its name, its rate limits, its end and its return, checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('settings of a project', () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole({ projectGraceDays: 7 })
  })
  afterAll(() => opened?.stop())

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  async function visitSettings(name: string) {
    const project = await opened.app.createProject(name)
    const { token, id } = project
    const { email } = (await opened.app.api('GET', '/me', { token })).data
    const visit = await opened.visit(`/projects/${id}/settings`, { as: email })
    const get = async (below = '') => (await opened.app.api('GET', `/projects/${id}${below}`, { token })).data
    return { ...visit, project, get }
  }

  test('renames the project, also where its name is shown', async () => {
    const { page, problems, close, get } = await visitSettings('Duka')
    await page.getByLabel('Name of the project').fill('Duka la vitabu')
    await button(page, 'Save').first().click()
    await page.getByRole('link', { name: 'Duka la vitabu' }).waitFor()
    expect((await get()).name).toBe('Duka la vitabu')
    expect(problems()).toEqual([])
    await close()
  })

  test('adds, changes and removes rules for rate limits', async () => {
    const { page, problems, close, get } = await visitSettings('Vikomo')
    const limits = page.getByRole('region', { name: 'Rate limits' })
    await limits.getByText('No rules of your own.').waitFor()
    await button(page, 'Add a rule').click()
    const rule = page.getByRole('group', { name: 'Rule 1' })
    await rule.getByLabel('Requests to').click()
    await page.getByRole('option', { name: 'Payments' }).click()
    await rule.getByLabel('Counted for').click()
    await page.getByRole('option', { name: 'Each end user' }).click()
    await rule.getByLabel('Requests', { exact: true }).fill('60')
    await limits.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Saved', exact: true }).first().waitFor()
    expect((await get('/rate-limits')).rules).toEqual([
      { group: 'payments', by: 'user', limit: 60, window_seconds: 60 },
    ])

    await rule.getByLabel('Requests', { exact: true }).fill('999999999')
    await limits.getByRole('button', { name: 'Save' }).click()
    await limits.getByRole('alert').waitFor()
    await button(page, 'Remove: Rule 1').click()
    await limits.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await get('/rate-limits')).rules).toEqual([])
    expect(problems([400])).toEqual([])
    await close()
  })

  test('deletes the project by its name, and restores it from the list', async () => {
    const { page, problems, close, project, get } = await visitSettings('Inafutwa')
    await button(page, 'Delete the project').click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Delete the project' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('to confirm').fill('Inafutwa')
    await confirm.click()
    await page.getByText('Inafutwa is deleted').waitFor()
    const status = async (key: string) => (await opened.app.api('GET', '/data/nothing', { key })).status
    expect(await status(project.secret)).toBe(401)
    await button(page, 'Restore: Inafutwa').click()
    await page.getByRole('link', { name: 'Inafutwa' }).waitFor()
    expect((await get()).status).toBe('active')
    expect(problems()).toEqual([])
    await close()
  })

  test('offers a developer no change', async () => {
    const { app } = opened
    const project = await app.createProject('Zahanati')
    const developer = await app.register()
    const { organisation_id } = (await app.api('GET', `/projects/${project.id}`, { token: project.token }))
      .data
    const body = { email: developer.user.email, role: 'developer' }
    await app.api('POST', `/organisations/${organisation_id}/members`, { token: project.token, body })
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/settings`, {
      as: developer.user.email,
    })
    await page.getByText('No rules of your own.').waitFor()
    expect(await button(page, 'Save').count()).toBe(0)
    expect(await button(page, 'Delete the project').count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })
})
