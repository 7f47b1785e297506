// API keys: made with scopes by area, changed, rotated with an overlap and revoked, checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('API keys', () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened?.stop())

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  async function choose(page: Page, label: string, option: string) {
    await page.getByLabel(label, { exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  async function act(page: Page, key: string, name: string) {
    await button(page, `Actions: ${key}`).click()
    await page.getByRole('menuitem', { name }).click()
  }

  async function shownKey(page: Page): Promise<string> {
    await page.getByRole('heading', { name: 'Copy the key now' }).waitFor()
    const key = await page.getByRole('dialog').locator('code').innerText()
    await button(page, 'Done').click()
    return key
  }

  async function visitKeys(name: string) {
    const project = await opened.app.createProject(name)
    const { token, id } = project
    const { email } = (await opened.app.api('GET', '/me', { token })).data
    const visit = await opened.visit(`/projects/${id}/api-keys`, { as: email })
    const find = async (key: string) => {
      const { data } = await opened.app.api('GET', `/projects/${id}/api-keys`, { token })
      return data.find((one: { name: string }) => one.name === key)
    }
    return { ...visit, project, find }
  }
  const statusOf = async (key: string) => (await opened.app.api('GET', '/data/users', { key })).status

  test('makes a key with what it allows by area, until a day, and changes it', async () => {
    const { page, problems, close, find } = await visitKeys('Scopes')
    await button(page, 'New key').click()
    await page.getByLabel('Name', { exact: true }).fill('Report')
    await choose(page, 'Kind', 'Secret')
    await choose(page, 'Allows', 'Only some areas')
    await choose(page, 'Files', 'Read and write')
    await choose(page, 'Secrets', 'Read')
    await choose(page, 'Expires', 'On a day')
    await page.getByLabel('Last day').fill('2031-05-17')
    await button(page, 'Create').click()
    const key = await shownKey(page)
    const made = await find('Report')
    expect(made).toMatchObject({ kind: 'secret', scopes: ['data:read', 'storage:write', 'secrets:read'] })
    expect(Date.parse(made.expires_at) - Date.parse('2031-05-17T12:00:00Z')).toBeLessThan(86_400_000)
    expect(await statusOf(key)).toBe(200)
    const row = rowOf(page, 'Report')
    for (const words of ['Rows: read', 'Files: read and write', 'Secrets: read'])
      await row.getByText(words, { exact: true }).waitFor()

    await act(page, 'Report', 'Change')
    await page.getByLabel('Name', { exact: true }).fill('Nightly')
    await choose(page, 'Rows', 'No access')
    await choose(page, 'Expires', 'Never')
    await button(page, 'Save').click()
    await page.getByText('Nightly is changed').waitFor()
    await rowOf(page, 'Nightly').getByText('Secrets: read').waitFor()
    await expect.poll(() => rowOf(page, 'Nightly').getByText('Rows: read').count()).toBe(0)
    expect(await find('Nightly')).toMatchObject({
      scopes: ['storage:write', 'secrets:read'],
      expires_at: null,
    })
    expect(await statusOf(key)).toBe(403)
    expect(problems()).toEqual([])
    await close()
  })

  test('leaves out what a publishable key cannot reach, and needs one area', async () => {
    const { page, problems, close, find } = await visitKeys('Publishable')
    await button(page, 'New key').click()
    await page.getByLabel('Name', { exact: true }).fill('App')
    await choose(page, 'Kind', 'Secret')
    await choose(page, 'Allows', 'Only some areas')
    await choose(page, 'Webhooks', 'Read')
    await choose(page, 'Kind', 'Publishable')
    await expect.poll(() => page.getByLabel('Webhooks').count()).toBe(0)
    await choose(page, 'Rows', 'No access')
    await expect.poll(() => button(page, 'Create').isDisabled()).toBe(true)
    await choose(page, 'Live changes', 'Read')
    await button(page, 'Create').click()
    await shownKey(page)
    expect((await find('App')).scopes).toEqual(['realtime:read'])
    expect(problems()).toEqual([])
    await close()
  })

  test('rotates with an overlap in minutes, then without, and revokes', async () => {
    const { page, problems, close, project, find } = await visitKeys('Keys')
    await act(page, 'publishable', 'Rotate')
    await choose(page, 'The old key works for', 'Some minutes')
    await page.getByLabel('Minutes').fill('20')
    await button(page, 'Rotate').click()
    const second = await shownKey(page)
    expect([await statusOf(project.publishable), await statusOf(second)]).toEqual([200, 200])
    const { previous_expires_at, updated_at } = await find('publishable')
    expect(Date.parse(previous_expires_at) - Date.parse(updated_at)).toBe(20 * 60_000)

    await act(page, 'publishable', 'Rotate')
    await choose(page, 'The old key works for', 'Not at all')
    await button(page, 'Rotate').click()
    const third = await shownKey(page)
    expect([await statusOf(project.publishable), await statusOf(second), await statusOf(third)]).toEqual([
      401, 401, 200,
    ])

    await act(page, 'publishable', 'Revoke')
    const revoke = button(page, 'Revoke')
    await expect.poll(() => revoke.isDisabled()).toBe(true)
    await page.getByLabel('to confirm').fill('publishable')
    await revoke.click()
    await page.getByText('publishable is revoked').waitFor()
    expect([await statusOf(third), await statusOf(project.secret)]).toEqual([401, 200])
    expect(problems()).toEqual([])
    await close()
  })
})
