// Plan, quotas and invoices of a project, checked over the API.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLANS } from '../../server/src/modules/plans/billing/billing.fixture.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('plan and invoices', () => {
  let opened: OpenConsole
  let folder: string
  let project: TestProject
  let email: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'msingi-plans-'))
    const plansFile = join(folder, 'plans.yaml')
    await writeFile(plansFile, PLANS)
    opened = await openConsole({ plansFile })
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(async () => {
    await opened?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const get = async (path: string) => (await opened.app.api('GET', path, { token: project.token })).data

  test('shows plan and quotas, and chooses another plan', async () => {
    const path = `/projects/${project.id}/billing`
    const { page, problems, close } = await opened.visit(path, { as: email })
    const quotas = page.getByRole('table', { name: 'Use of the month' })
    const cells = quotas.getByRole('row').filter({ hasText: 'Requests' }).getByRole('cell')
    await cells.first().waitFor()
    const requests = (await get(path)).meters.find(({ meter }: { meter: string }) => meter === 'requests')
    await expect
      .poll(async () => (await cells.allInnerTexts()).slice(3, 5))
      .toEqual(['—', String(requests.limit)])

    await page.getByRole('button', { name: 'Change the plan' }).click()
    const choose = page.getByRole('button', { name: 'Choose this plan' })
    await expect.poll(() => choose.isDisabled()).toBe(true)
    await page.getByRole('dialog').getByLabel('Plan').click()
    await page.getByRole('option', { name: 'Max: $6,200.00 a month' }).click()
    await choose.click()
    await page.getByText('The plan is chosen').waitFor()
    expect((await get(path)).plan.id).toBe('max')
    await page.getByRole('button', { name: 'Change the plan' }).click()
    await page.getByRole('dialog').getByLabel('Plan').click()
    await page.getByRole('option', { name: 'Pro <b>' }).click()
    await choose.click()
    await page.getByText('The plan pro begins on', { exact: false }).waitFor()
    expect((await get(path)).next_plan.id).toBe('pro')
    expect(problems()).toEqual([])
    await close()
  })

  test('shows the invoices of a project and of its organisation, with their lines', async () => {
    const { organisation_id } = await get(`/projects/${project.id}`)
    const line = {
      plan_id: 'pro',
      description: 'Pro',
      meter: null,
      from: '2026-01-01',
      to: '2026-02-01',
      quantity: 31,
      included: 0,
      unit: 1,
      unit_price: 10_000,
      amount: 310_000,
    }
    await opened.app.platform.clusters.main.admin.query(
      `insert into platform.invoices
         (id, organisation_id, project_id, project_name, period, currency, total, lines, issued_at)
       values (gen_random_uuid(), $1, $2, 'Duka', '2026-01-01', 'USD', 310000, $3, now())`,
      [organisation_id, project.id, JSON.stringify([line])],
    )
    const [invoice] = await get(`/projects/${project.id}/billing/invoices`)
    for (const path of [`/projects/${project.id}/billing`, `/organisations/${organisation_id}/invoices`]) {
      const { page, problems, close } = await opened.visit(path, { as: email })
      await page.getByRole('button', { name: invoice.number }).click()
      const lines = page.getByRole('dialog').getByRole('table', { name: 'Lines of the invoice' })
      await lines.getByRole('cell', { name: '$3,100.00' }).waitFor()
      expect(problems()).toEqual([])
      await close()
    }
  })
})
