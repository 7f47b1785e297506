// Signing in with a second factor, and with a new password.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guard, logIn, mailedCode, nextCode } from '../../server/src/modules/accounts/accounts.fixture.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole, PASSWORD } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('signing in', () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened?.stop())

  const typePassword = async (email: string) => {
    const visit = await opened.visit('/sign-in')
    await visit.page.getByLabel('Email').fill(email)
    await visit.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await visit.page.getByRole('heading', { name: 'Second step' }).waitFor()
    return visit
  }

  test('asks for the code of the authenticator', async () => {
    const { app } = opened
    const person = await guard(app, await app.register())
    const { page, problems, close } = await typePassword(person.user.email)
    await page.getByLabel('Code').fill('nonsense')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code').fill(nextCode(app, person.secret))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('No projects yet').waitFor()
    const { data } = await app.api('GET', '/me/sessions', { token: person.token })
    expect(data.map(({ methods }: { methods: string[] }) => methods)).toContainEqual(['password', 'totp'])
    expect(problems([400, 401, 403])).toEqual([])
    await close()
  })

  test('takes a recovery code', async () => {
    const { app } = opened
    const person = await guard(app, await app.register())
    const { page, problems, close } = await typePassword(person.user.email)
    await page.getByLabel('Code').fill(String(person.recoveryCodes[0]))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('No projects yet').waitFor()
    const { data } = await app.api('GET', '/me/recovery-codes', { token: person.token })
    expect(data.left).toBe(9)
    expect(problems()).toEqual([])
    await close()
  })

  test('sets a new password with the code from the mail', async () => {
    const { app } = opened
    const person = await app.register()
    const { page, problems, close } = await opened.visit('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(person.user.email)
    await page.getByRole('button', { name: 'Send the code' }).click()
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    await page.getByLabel('Code from the mail').fill(await mailedCode(app, person.user.email))
    await page.getByRole('textbox', { name: 'Password' }).fill('another horse 2')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('heading', { name: 'Sign in to Msingi' }).waitFor()
    expect((await logIn(app, person)).status).toBe(401)
    expect((await logIn(app, person, 'another horse 2')).status).toBe(200)
    expect(problems()).toEqual([])
    await close()
  })
})
