// Failed jobs: one looked at and run again, others discarded together, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '../../server/src/platform/db/transaction.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('failed jobs', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  let isBroken = true
  let done = 0
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const { jobs } = opened.app.platform
    for (const name of ['test-mail', 'test-other'])
      jobs.define({
        name,
        retries: 0,
        run: async () => {
          if (isBroken) throw new Error('It is broken.')
          done += 1
        },
      })
    await jobs.start({ work: true })
  })
  afterAll(() => opened?.stop())

  const failed = async (): Promise<{ id: string; name: string }[]> =>
    (await opened.app.api('GET', `/jobs/failed?project_id=${project.id}`, { token: project.token })).data
  const fail = async (names: readonly string[]) => {
    isBroken = true
    const { jobs, clusters } = opened.app.platform
    const before = (await failed()).length
    await transaction(clusters.main.admin, async (db) => {
      for (const name of names) await jobs.send(name, {}, db, project.id)
    })
    await expect.poll(async () => (await failed()).length, { timeout: 30_000 }).toBe(before + names.length)
  }

  test('one runs again, and those that are chosen are discarded', async () => {
    await fail(['test-mail', 'test-mail', 'test-other'])
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/jobs`, { as: email })
    await page.getByText('3 failed jobs').waitFor()
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'test-other' }).click()
    await page.getByText('1 failed job', { exact: true }).waitFor()
    isBroken = false
    await page.getByRole('button', { name: 'test-other' }).click()
    const drawer = page.getByRole('dialog', { name: 'test-other' })
    await drawer.getByText('Something went wrong on our side').waitFor()
    await drawer.getByRole('button', { name: 'Run again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run again' }).click()
    await page.getByText('1 job runs again').waitFor()
    await expect.poll(() => done).toBe(1)
    await page.getByText('No failed jobs').waitFor()

    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'All kinds' }).click()
    await page.getByText('2 failed jobs').waitFor()
    await page.getByRole('checkbox', { name: 'Choose all that are shown' }).click()
    await page.getByRole('button', { name: 'Discard 2' }).click()
    // One of them goes elsewhere meanwhile: the other is discarded nevertheless.
    const [gone] = await failed()
    await opened.app.api('DELETE', `/jobs/failed/${gone?.id}`, { token: project.token })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.getByText('1 has failed').waitFor()
    await dialog.getByText('2 of 2').waitFor()
    expect(await failed()).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await page.getByText('No failed jobs').waitFor()
    expect(problems([404])).toEqual([])
    await close()
  })

  test('who may not see them has no such screen', async () => {
    const { user } = await opened.app.register()
    const { organisation_id } = (
      await opened.app.api('GET', `/projects/${project.id}`, { token: project.token })
    ).data
    await opened.app.api('POST', `/organisations/${organisation_id}/members`, {
      token: project.token,
      body: { email: user.email, role: 'developer' },
    })
    const { page, problems, close } = await opened.visit(`/projects/${project.id}`, { as: user.email })
    await page.getByRole('button', { name: 'Observe' }).click()
    await page.getByRole('link', { name: 'Request logs' }).first().waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Failed jobs' }).count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })
})
