// What people do with their own account, checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  codeNow,
  logIn,
  mailedCode,
  nextCode,
} from '../../server/src/modules/tenancy/accounts/accounts.fixture.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole, PASSWORD } from './open-console.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

const NEXT_PASSWORD = 'another horse 2'

describe.skipIf(NO_CHROMIUM)('the own account', () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened?.stop())

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

  test('changes name, address and password', async () => {
    const { app } = opened
    const person = await app.register()
    const { page, problems, close } = await opened.visit('/account', { as: person.user.email })
    await page.getByLabel('Full name').fill('Rehema Ali')
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Saved', exact: true }).first().waitFor()

    await page.getByLabel('New address').fill('rehema@example.com')
    await button(page, 'Change the address').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Change the address' }).click()
    await page.getByText('what it says to rehema@example.com is in its log.').waitFor()
    await page.getByLabel('Code from the mail').fill(await mailedCode(app, 'rehema@example.com'))
    await button(page, 'Confirm the address').click()
    await page.getByText('You sign in with rehema@example.com.').waitFor()

    await page.getByLabel('New password').fill(NEXT_PASSWORD)
    await button(page, 'Set the password').click()
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The new password is set').waitFor()
    const again = await logIn(app, { user: { email: 'rehema@example.com' } }, NEXT_PASSWORD)
    expect(again.status).toBe(200)
    expect(again.data.user).toMatchObject({ full_name: 'Rehema Ali', email_verified: true })
    expect(problems()).toEqual([])
    await close()
  })

  test('ends other sessions', async () => {
    const { app } = opened
    const person = await app.register()
    const { page, problems, close } = await opened.visit('/account?tab=sessions', { as: person.user.email })
    await button(page, 'End all others').click()
    await page.getByText('Ended').waitFor()
    await page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' })
    expect((await app.api('GET', '/me', { token: person.token })).status).toBe(401)
    expect(problems()).toEqual([])
    await close()
  })

  test('adds an authenticator with recovery codes, and removes it', async () => {
    const { app } = opened
    const person = await app.register()
    const { page, problems, close } = await opened.visit('/account?tab=security', { as: person.user.email })
    await button(page, 'Add an authenticator').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Phone')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await button(page, 'Continue').click()
    await page.getByRole('img', { name: 'QR code with the secret' }).waitFor()
    const secret = await dialog.locator('code').innerText()
    await dialog.getByLabel('Code of the app').fill(codeNow(app, secret))
    await button(page, 'Activate').click()
    await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor()
    await expect.poll(() => dialog.locator('code').count()).toBe(10)
    await button(page, 'Done').click()
    await page.getByText('10 of 10 codes are left.').waitFor()
    expect((await logIn(app, person)).data).toMatchObject({ mfa_required: true })

    await button(page, 'Remove: Phone').click()
    await dialog.getByLabel('Code of your authenticator').fill(nextCode(app, secret))
    await button(page, 'Remove').click()
    await page.getByText('No authenticator app yet.').waitFor()
    expect((await logIn(app, person)).data).toHaveProperty('tokens')
    expect(problems()).toEqual([])
    await close()
  })

  test('adds a passkey, signs in with it, and confirms with it', async () => {
    const { app } = opened
    const person = await app.register()
    const options = { as: person.user.email, host: 'localhost', prepare: addAuthenticator } as const
    const { page, problems, close } = await opened.visit('/account?tab=security', options)
    await button(page, 'Add a passkey').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Laptop')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor()
    await button(page, 'Done').click()

    await page.getByRole('button', { name: /^Account and appearance/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Email').fill(person.user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await button(page, 'Sign in').click()
    await page.getByRole('heading', { name: 'Second step' }).waitFor()
    await button(page, 'Sign in as somebody else').click()
    await button(page, 'Use a passkey').click()

    await button(page, 'Remove: Laptop').click()
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('No passkey yet.').waitFor()
    const again = await logIn(app, person)
    const passkeys = await app.api('GET', '/me/passkeys', { token: again.data.tokens.access_token })
    expect(passkeys.data).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('creates, rotates and revokes an access token', async () => {
    const { app } = opened
    const project = await app.createProject('Tokens')
    const { data: me } = await app.api('GET', '/me', { token: project.token })
    const { page, problems, close } = await opened.visit('/account?tab=tokens', { as: me.email })
    const dialog = page.getByRole('dialog')
    const statusOf = async (token: string, method: 'GET' | 'POST' = 'GET') =>
      (await app.api(method, '/projects', { token, ...(method === 'POST' && { body: { name: 'No' } }) }))
        .status
    await button(page, 'New token').click()
    await dialog.getByLabel('Name').fill('Deploy')
    await dialog.getByLabel('Allows').click()
    await page.getByRole('option', { name: 'Only reading' }).click()
    await dialog.getByLabel('Reaches').click()
    await page.getByRole('option', { name: 'One project' }).click()
    await page.getByRole('combobox', { name: 'Choose a project' }).click()
    await page.getByRole('option', { name: 'Tokens' }).click()
    await button(page, 'Create').click()
    await page.getByRole('heading', { name: 'Copy the token now' }).waitFor()
    const first = await dialog.locator('code').innerText()
    await button(page, 'Done').click()
    expect([await statusOf(first), await statusOf(first, 'POST')]).toEqual([200, 403])
    const { data } = await app.api('GET', '/me/tokens', { token: project.token })
    expect(data[0]).toMatchObject({ name: 'Deploy', project_ids: [project.id] })

    await button(page, 'Actions: Deploy').click()
    await page.getByRole('menuitem', { name: 'Rotate' }).click()
    await button(page, 'Rotate').click()
    await page.getByRole('heading', { name: 'Copy the token now' }).waitFor()
    const second = await dialog.locator('code').innerText()
    await button(page, 'Done').click()
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])

    await button(page, 'Actions: Deploy').click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await dialog.getByLabel('to confirm').fill('Deploy')
    await button(page, 'Revoke').click()
    await page.getByText('Deploy is revoked').waitFor()
    expect(await statusOf(second)).toBe(401)
    expect(problems()).toEqual([])
    await close()
  })

  test('deletes the account', async () => {
    const { app } = opened
    const person = await app.register()
    const { page, problems, close } = await opened.visit('/account', { as: person.user.email })
    await button(page, 'Delete the account').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Delete the account' }).isDisabled())
      .toBe(true)
    await dialog.getByLabel('to confirm').fill(person.user.email)
    await dialog.getByRole('button', { name: 'Delete the account' }).click()
    await page.getByRole('heading', { name: 'Sign in to Msingi' }).waitFor()
    expect((await logIn(app, person)).status).toBe(401)
    expect(problems()).toEqual([])
    await close()
  })
})
