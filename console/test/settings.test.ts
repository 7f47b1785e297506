// Settings of a project: its name and colour, its rate limits, its organisation, its end and its return, checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queueDueDeletions } from '../../server/src/modules/projects/deletion.service.ts'
import { projectNames } from '../../server/src/platform/db/project-names.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('settings of a project', () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole({ projectGraceDays: 7 })
  })
  afterAll(() => opened?.stop())

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  async function choose(page: Page, label: string, option: string) {
    await page.getByLabel(label, { exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

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

  test('gives the project a colour, which the shell and the switcher show, and takes it away', async () => {
    const { page, problems, close, get, project } = await visitSettings('Rangi')
    const bar = () =>
      page.evaluate<string>('getComputedStyle(document.querySelector("[data-sidebar]")).borderTop')
    await page.getByLabel('Colour', { exact: true }).waitFor()
    await expect.poll(bar).toMatch(/^0px/)
    await choose(page, 'Colour', 'Teal')
    await button(page, 'Save').first().click()
    await expect.poll(bar).toBe('4px solid rgb(13, 143, 134)')
    expect(await get()).toMatchObject({ name: 'Rangi', color: 'teal' })
    await page.getByRole('combobox', { name: 'Switch project' }).click()
    const mark = page.getByRole('option', { name: 'Rangi' }).locator('span').first()
    await expect.poll(() => mark.getAttribute('style')).toContain('--project-teal')
    await page.keyboard.press('Escape')
    await choose(page, 'Colour', 'None')
    await button(page, 'Save').first().click()
    await expect.poll(bar).toMatch(/^0px/)
    expect((await get()).color).toBeNull()
    expect((await opened.app.api('GET', '/data/users', { key: project.secret })).status).toBe(200)
    expect(problems()).toEqual([])
    await close()
  })

  test('moves the project to another organisation, after its name is typed', async () => {
    const { page, problems, close, get, project } = await visitSettings('Inahama')
    const { app } = opened
    await page.getByText('You can create projects in no other organisation').waitFor()
    const made = await app.api('POST', '/organisations', { token: project.token, body: { name: 'Soko' } })
    await page.reload()
    await button(page, 'Move the project').click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Move the project' })
    await dialog.getByLabel('to confirm').fill('Inahama')
    await expect.poll(() => confirm.isDisabled()).toBe(true)
    await dialog.getByRole('combobox', { name: 'New organisation' }).click()
    await page.getByRole('option', { name: 'Soko' }).click()
    await confirm.click()
    await page.getByText('Inahama is in Soko now').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Soko' }).waitFor()
    expect((await get()).organisation_id).toBe(made.data.id)
    expect((await app.api('GET', '/data/users', { key: project.secret })).status).toBe(200)
    expect(problems()).toEqual([])
    await close()
  })

  test('lists projects with their size and requests, in that order', async () => {
    const { page, problems, close, project } = await visitSettings('Kubwa')
    const { app } = opened
    const body = { name: 'Ndogo' }
    const small = await app.api('POST', '/projects', { token: project.token, body })
    await app.platform.clusters.main.admin.query(
      `insert into platform.usage_days (project_id, day, requests, database_bytes, measured_at)
       values ($1, $3, 1234, 5000000, now()), ($2, $3, 7, 2000, now())
       on conflict (project_id, day) do update set requests = excluded.requests,
         database_bytes = excluded.database_bytes, storage_bytes = 0, measured_at = now()`,
      [project.id, small.data.id, app.platform.clock.now()],
    )
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Projects' })
      .click()
    const rows = page.getByRole('table', { name: 'Projects', exact: true }).getByRole('row')
    await rows.filter({ hasText: 'Kubwa' }).getByText('5 MB').waitFor()
    await rows.filter({ hasText: 'Ndogo' }).getByText('7', { exact: true }).waitFor()
    const first = () => rows.nth(1).innerText()
    await button(page, 'Size, at most').click()
    await expect.poll(first).toContain('Ndogo')
    await button(page, 'Requests, 24 h').click()
    await button(page, 'Requests, 24 h').click()
    await expect.poll(first).toContain('Kubwa')
    expect(problems()).toEqual([])
    await close()
  })

  test('shows the step at which a deletion is', async () => {
    const { app } = opened
    const project = await app.createProject('Inaondoka')
    const { email } = (await app.api('GET', '/me', { token: project.token })).data
    const { admin } = app.platform.clusters.main
    await app.api('DELETE', `/projects/${project.id}`, { token: project.token })
    await admin.query('update platform.projects set delete_at = $2 where id = $1', [project.id, new Date(0)])
    const { page, problems, close } = await opened.visit('', { as: email })
    await page.getByText('About to be removed').waitFor()
    const holder = await admin.connect()
    try {
      await holder.query(`begin; lock table ${projectNames(project.id).schema}.users in access share mode`)
      await queueDueDeletions(app.platform)
      const running = app.platform.jobs.drain()
      const step = async () => {
        const { data } = await app.api('GET', '/projects?status=purging', { token: project.token })
        return data[0]?.deletion?.step
      }
      await expect.poll(step, { timeout: 20_000 }).toBe('tables')
      await page.reload()
      await page.getByText('Removing: tables. 2 of 8 steps are done').waitFor()
      await holder.query('rollback')
      await running
    } finally {
      holder.release(true)
    }
    await expect.poll(() => page.getByText('Inaondoka').count(), { timeout: 20_000 }).toBe(0)
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
    await expect.poll(() => confirm.isDisabled()).toBe(true)
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
    await expect.poll(() => button(page, 'Save').count()).toBe(0)
    await expect.poll(() => button(page, 'Delete the project').count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })
})
