// The cron screen: a job is made, run by hand, changed, paused and deleted, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  LOOPBACK,
  type Receiver,
  startReceiver,
} from '../../server/src/modules/automation/webhook-deliveries/receiver.fixture.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('cron', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    opened = await openConsole({ internalNetworks: LOOPBACK })
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(async () => {
    await opened?.stop()
    await receiver?.stop()
  })

  const stored = async () =>
    (await opened.app.api('GET', `/projects/${project.id}/cron`, { token: project.token })).data as {
      name: string
      schedule: string
      timezone: string
      enabled: boolean
      payload: unknown
    }[]

  test('makes a job, runs it, changes and pauses it, and deletes it', async () => {
    receiver.answer((_, response) => response.end('three books were sold'))
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/cron`, { as: email })
    await page.getByText('No cron jobs yet').waitFor()
    await page.getByRole('button', { name: 'New job' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Report')
    await page.getByLabel('Schedule', { exact: true }).fill('0 6 * * 1-5')
    await page.getByText('Monday to Friday at 06:00').waitFor()
    for (const [schedule, words] of [
      ['61 * * * *', 'Minute: 61 is not from 0 to 59.'],
      ['0 0 * 13 *', 'Month: 13 is not from 1 to 12.'],
      ['*/5 8-17 * * 1-5', 'Every 5 minutes from 08:00 to 17:59, Monday to Friday'],
      ['15 8-17 * * *', 'Every hour at minute 15 from 08:15 to 17:15'],
      ['0 6,18 1,15 1-3 *', 'On day 1, 15 of each month at 06:00, 18:00, in January to March'],
      ['30 */2 * * 0', 'Every 2 hours at minute 30, Sunday'],
      ['*/20 * 1 * *', 'Every 20 minutes, on day 1 of each month'],
      ['0 0 13 * 5', 'Minute, hour, day, month, weekday.'],
      ['0 6 * * 1-5', 'Monday to Friday at 06:00'],
    ] as const) {
      await page.getByLabel('Schedule', { exact: true }).fill(schedule)
      await page.getByText(words).waitFor()
      const isWrong = words.includes(' is not ')
      await expect
        .poll(() => page.getByRole('button', { name: 'Create', exact: true }).isDisabled())
        .toBe(isWrong)
      await expect.poll(() => page.getByText('Every hour at minute 61').count()).toBe(0)
    }
    await page.getByRole('combobox', { name: 'Time zone' }).click()
    await page.getByRole('combobox', { name: 'Search for a zone' }).fill('Nairobi')
    await page.getByRole('option', { name: 'Africa/Nairobi' }).click()
    await page.getByLabel('Address', { exact: true }).fill(`${receiver.url}/report`)
    await page.getByLabel('Payload (JSON object)').fill('[]')
    await page.getByText('This is no JSON object.').waitFor()
    await page.getByLabel('Payload (JSON object)').fill('{"days": 1}')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('Report is saved').waitFor()
    expect(await stored()).toMatchObject([
      { name: 'Report', schedule: '0 6 * * 1-5', timezone: 'Africa/Nairobi', payload: { days: 1 } },
    ])

    await page.getByRole('button', { name: 'Report', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Report' })
    await drawer.getByText('Next runs (Africa/Nairobi)').waitFor()
    await expect.poll(() => drawer.getByText(/at 06:00$/).count()).toBeGreaterThanOrEqual(5)
    await drawer.getByRole('button', { name: 'Run now' }).click()
    await drawer.getByText('Succeeded').waitFor()
    await drawer.getByText('Answer').click()
    await drawer.getByText('three books were sold').waitFor()
    expect(receiver.of('/report').map(({ body }) => body)).toEqual([{ days: 1 }])

    await drawer.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Report is paused').waitFor()
    expect((await stored())[0]?.enabled).toBe(false)
    await drawer.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Schedule', { exact: true }).fill('*/5 * * * *')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await drawer.getByText('Every 5 minutes').waitFor()
    // The form shows its schedule in words, too, while it is being saved.
    await expect.poll(async () => (await stored())[0]?.schedule).toBe('*/5 * * * *')

    await drawer.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByLabel('to confirm').fill('Report')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Report is deleted').waitFor()
    expect(await stored()).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('shows the sentence of the server where a schedule is wrong', async () => {
    const path = `/projects/${project.id}/cron?create=true`
    const { page, problems, close } = await opened.visit(path, { as: email })
    await page.getByLabel('Name', { exact: true }).fill('Wrong')
    await page.getByLabel('Schedule', { exact: true }).fill('0 0 31 2 *')
    await page.getByLabel('Address', { exact: true }).fill('https://shop.example/report')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('alert').getByText('schedule').waitFor()
    expect(problems([400])).toEqual([])
    await close()
  })
})
