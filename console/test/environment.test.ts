// Variables and secrets: created, edited as a .env file with a diff, revealed and given new values, checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('variables and secrets', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(() => opened?.stop())

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const visit = (rest = '', as = email) => opened.visit(`/projects/${project.id}/environment${rest}`, { as })
  const get = async (path: string) =>
    (await opened.app.api('GET', `/projects/${project.id}${path}`, { token: project.token })).data
  const variables = async (environment: string) =>
    Object.fromEntries(
      (await get(`/env?environment=${environment}`)).map((one: Record<string, string>) => [
        one.key,
        one.value,
      ]),
    )

  test('creates, changes, finds and deletes a variable of one environment', async () => {
    const { page, problems, close } = await visit('?environment=preview')
    await page.getByText('No variables in this environment').waitFor()
    await button(page, 'New variable').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Key').fill('1 shop')
    await dialog.getByLabel('Value').fill('https://duka.example.com')
    await button(page, 'Create').click()
    await dialog.getByRole('alert').getByText('key', { exact: false }).waitFor()
    const invalid = dialog.locator('[aria-invalid=true]')
    await expect
      .poll(() => invalid.evaluateAll((fields) => fields.map((one: any) => one.value)))
      .toEqual(['1 SHOP'])
    await dialog.getByLabel('Key').fill('shop_url')
    await button(page, 'Create').click()
    await page.getByText('SHOP_URL is saved').waitFor()
    expect(await variables('preview')).toEqual({ SHOP_URL: 'https://duka.example.com' })
    expect(await variables('production')).toEqual({})

    await button(page, 'Actions: SHOP_URL').click()
    await page.getByRole('menuitem', { name: 'Change the value' }).click()
    await dialog.getByLabel('Value').fill('line 1\nline 2')
    await button(page, 'Save').click()
    await expect.poll(() => variables('preview')).toEqual({ SHOP_URL: 'line 1\nline 2' })

    await page.getByRole('searchbox', { name: 'Find a variable' }).fill('nothing')
    await page.getByText('Nothing matches the search.').waitFor()
    await page.getByRole('searchbox', { name: 'Find a variable' }).fill('shop')
    await button(page, 'Actions: SHOP_URL').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByLabel('to confirm').fill('SHOP_URL')
    await button(page, 'Delete').click()
    await page.getByText('SHOP_URL is deleted').waitFor()
    expect(await variables('preview')).toEqual({})
    expect(problems([400])).toEqual([])
    await close()
  })

  test('edits an environment as a .env file: nothing is written before its diff was seen', async () => {
    const vars = { KEPT: 'same', CHANGED: 'old', GONE: 'away' }
    const body = { environment: 'production', vars }
    await opened.app.api('POST', `/projects/${project.id}/env/bulk`, { token: project.token, body })
    const { page, problems, close } = await visit()
    await button(page, 'Edit as .env').click()
    const text = page.getByLabel('Text of the .env file')
    await expect.poll(() => text.inputValue()).toBe('CHANGED=old\nGONE=away\nKEPT=same\n')
    await text.fill('not a line')
    await button(page, 'Show changes').click()
    await page.getByText('text: line 1', { exact: false }).waitFor()
    await text.fill('CHANGED=new\nKEPT=same\nADDED="<script>"\n')
    await button(page, 'Show changes').click()
    const changes = page.getByRole('region', { name: 'What changes' })
    await changes.getByRole('article', { name: 'GONE' }).getByText('Deleted').waitFor()
    await changes.getByRole('article', { name: 'ADDED' }).getByText('<script>').waitFor()
    await changes.getByRole('article', { name: 'CHANGED' }).getByText('old').waitFor()
    await expect.poll(() => changes.getByRole('article').count()).toBe(3)
    expect(await variables('production')).toEqual(vars)
    await button(page, 'Save 3 changes').click()
    await page.getByText('The environment is saved').waitFor()
    expect(await variables('production')).toEqual({ ADDED: '<script>', CHANGED: 'new', KEPT: 'same' })

    await button(page, 'Actions: KEPT').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('dialog')
    await question.getByLabel('to confirm').fill('KEPT')
    const kept = (await get('/env?environment=production')).find(({ key }: any) => key === 'KEPT')
    const path = `/projects/${project.id}/env/${kept.id}`
    await opened.app.api('DELETE', path, { token: project.token })
    await button(page, 'Delete').click()
    // What is refused stays open, with the reason.
    await question.getByRole('alert').waitFor()
    await button(page, 'Cancel').click()
    await question.waitFor({ state: 'detached' })
    expect(problems([400, 404])).toEqual([])
    await close()
  })

  test('a .env file keeps what somebody else writes meanwhile, and asks before it writes over it', async () => {
    const write = (vars: object) =>
      opened.app.api('POST', `/projects/${project.id}/env/bulk`, {
        token: project.token,
        body: { environment: 'development', vars },
      })
    await write({ MINE: 'old', BOTH: 'old', THEIRS: 'old' })
    const { page, problems, close } = await visit('?environment=development')
    await button(page, 'Edit as .env').click()
    const text = page.getByLabel('Text of the .env file')
    await text.fill('BOTH=mine\nMINE=mine\nTHEIRS=old\n')
    await write({ BOTH: 'theirs', THEIRS: 'theirs', NEW: 'theirs' })
    await button(page, 'Show changes').click()
    await page.getByText('Changed elsewhere meanwhile: BOTH.', { exact: false }).waitFor()
    await button(page, 'Write mine over it').click()
    const changes = page.getByRole('region', { name: 'What changes' })
    await changes.getByRole('article', { name: 'BOTH' }).getByText('theirs').waitFor()
    await expect.poll(() => changes.getByRole('article').count()).toBe(2)
    await button(page, 'Save 2 changes').click()
    await page.getByText('The environment is saved').waitFor()
    const kept = { BOTH: 'mine', MINE: 'mine', THEIRS: 'theirs', NEW: 'theirs' }
    expect(await variables('development')).toEqual(kept)
    expect(problems([409])).toEqual([])
    await close()
  })

  test('asks before what is typed is lost', async () => {
    const { page, problems, close } = await visit('?form=create')
    await page.getByRole('dialog').getByLabel('Key').fill('LOST')
    const asked: string[] = []
    page.on('dialog', async (dialog) => {
      asked.push(dialog.message())
      await (asked.length === 1 ? dialog.dismiss() : dialog.accept())
    })
    await button(page, 'Cancel').click()
    await expect.poll(() => page.getByRole('dialog').getByLabel('Key').inputValue()).toBe('LOST')
    await button(page, 'Cancel').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // Once for each attempt to leave.
    expect(asked).toEqual(Array(2).fill('What you have typed is not saved. Leave anyway?'))
    expect(problems()).toEqual([])
    await close()
  })

  test('keeps a secret, reveals it with an audit entry, and gives it a new value', async () => {
    const { page, problems, close } = await visit('?tab=secrets')
    await button(page, 'New secret').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('sms_gateway')
    await dialog.getByLabel('Value').fill('atsk_0123456789abcdef')
    await dialog.getByLabel('Description').fill('Sends our SMS')
    await button(page, 'Create').click()
    await page.getByText('••••cdef').waitFor()
    await button(page, 'Actions: SMS_GATEWAY').click()
    await page.getByRole('menuitem', { name: 'New value' }).click()
    await dialog.getByLabel('Value').fill('atsk_fedcba9876543210')
    await button(page, 'Save').click()
    await page.getByText('••••3210').waitFor()

    const audited = async () => (await get('/audit-logs?action=secrets.reveal')).length
    expect(await audited()).toBe(0)
    await button(page, 'SMS_GATEWAY').click()
    await page.getByRole('article', { name: 'Version 1' }).getByRole('button', { name: 'Reveal' }).click()
    await dialog.getByText('atsk_0123456789abcdef').waitFor()
    expect(await audited()).toBe(1)
    await page.getByRole('article', { name: 'Version 2' }).getByRole('button', { name: 'Reveal' }).click()
    await dialog.getByText('atsk_fedcba9876543210').waitFor()
    await button(page, 'Close').click()
    await expect.poll(() => page.content()).not.toContain('atsk_')

    await button(page, 'Actions: SMS_GATEWAY').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByLabel('to confirm').fill('SMS_GATEWAY')
    await button(page, 'Delete').click()
    await page.getByText('SMS_GATEWAY is deleted').waitFor()
    expect(await get('/secrets')).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('offers a viewer no change, and no value', async () => {
    const { app } = opened
    const { organisation_id } = await get('')
    const viewer = await app.register()
    const body = { email: viewer.user.email, role: 'viewer' }
    await app.api('POST', `/organisations/${organisation_id}/members`, { token: project.token, body })
    const path = `/projects/${project.id}/secrets`
    await app.api('POST', path, { token: project.token, body: { key: 'K', value: 'v' } })
    const { page, problems, close } = await visit('?tab=secrets&form=create', viewer.user.email)
    await button(page, 'K').click()
    await page.getByRole('article', { name: 'Version 1' }).waitFor()
    await expect.poll(() => button(page, 'Reveal').count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: /^(New|Actions)/ }).count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })
})
