// The bell and the screen of notifications, fed by events of the platform and checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notifyNow } from '../../server/src/platform/events/platform-events.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('notifications', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(() => opened?.stop())

  const say = (message: string) =>
    notifyNow(opened.app.platform, { type: 'webhook.disabled', projectId: project.id, message })
  const get = async (path: string) =>
    (await opened.app.api('GET', `/me/notifications/${path}`, { token: project.token })).data
  const unread = async () =>
    (await get('history'))
      .filter(({ read }: { read: boolean }) => !read)
      .map(({ message }: { message: string }) => message)

  test('shows what happens while the list is open, and marks it as read', async () => {
    await say('The first webhook was disabled.')
    const { page, problems, close } = await opened.visit('/notifications', { as: email })
    await page.getByRole('cell', { name: 'The first webhook was disabled.', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor()
    const stream = page.waitForResponse((response) => response.url().endsWith('/me/notifications'))
    await page.reload()
    await stream
    await say('The second <b>webhook</b> was disabled.')
    await page.getByRole('cell', { name: 'The second <b>webhook</b> was disabled.', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Mark as read: The first webhook was disabled.' }).click()
    await expect.poll(unread).toEqual(['The second <b>webhook</b> was disabled.'])
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).click()
    const bell = page.getByRole('dialog', { name: 'Notifications' })
    await bell.getByText('The first webhook was disabled.').waitFor()
    await bell.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    expect(await unread()).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('keeps of what one is notified', async () => {
    const { page, problems, close } = await opened.visit('/notifications?tab=preferences', { as: email })
    await page.getByRole('checkbox', { name: 'A quota is nearly used up' }).click()
    await expect.poll(async () => (await get('preferences')).muted).toEqual(['quota.near'])
    await page.getByRole('checkbox', { name: 'A quota is nearly used up' }).click()
    await page.getByRole('checkbox', { name: 'Mail me once a day' }).click()
    await expect.poll(() => get('preferences')).toEqual({ muted: [], digest: 'daily' })
    expect(problems()).toEqual([])
    await close()
  })
})
