// What people do on the screens of the console, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole, PASSWORD } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('the console', () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened?.stop())

  test('makes the first account, a project and a key that works', async () => {
    const { page, problems, close } = await opened.visit('')
    await page.getByRole('heading', { name: 'Make the first account' }).waitFor()
    await page.getByLabel('Full name').fill('Amina Juma')
    await page.getByLabel('Email').fill('first@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()

    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Duka')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'Duka', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Project', exact: true }).click()
    await page.getByRole('link', { name: 'API keys' }).first().click()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Website')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'Copy the key now' }).waitFor()
    const key = await page.getByRole('dialog').locator('code').innerText()
    await page.getByRole('button', { name: 'Done' }).click()

    const answer = await opened.app.api('GET', '/data/nothing', { key })
    // 404 is for the table: the key itself is accepted.
    expect(answer.status).toBe(404)
    expect(problems()).toEqual([])
    await close()
  })

  test('keeps the session over a reload, and nothing secret in the page', async () => {
    const { user } = await opened.app.register()
    const { page, problems, close } = await opened.visit('/sign-in?next=%2F%3Fsearch%3Dabc')
    await page.getByLabel('Email').fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('No projects yet').waitFor()
    await page.reload()
    await page.getByText('No projects yet').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?search=abc')
    const kept = () => page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
    await expect.poll(kept).not.toMatch(/[\w-]{40}/)
    await page.getByRole('button', { name: /^Account and appearance/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in to Msingi' }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('shows why a sign-in is refused', async () => {
    const { page, problems, close } = await opened.visit('/sign-in')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong horse 1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The e-mail address or password is wrong.').waitFor()
    expect(problems([401])).toEqual([])
    await close()
  })

  test('finds projects by the palette and the switcher', async () => {
    const { token, user } = await opened.app.register()
    for (const name of ['Duka', 'Shule', 'Hospitali'])
      await opened.app.api('POST', '/projects', { token, body: { name } })
    const { page, problems, close } = await opened.visit('', { as: user.email })
    await page.getByRole('link', { name: 'Shule' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to a screen' }).fill('hosp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hospitali' }).waitFor()
    await page.getByRole('combobox', { name: 'Switch project' }).click()
    await page.getByRole('option', { name: 'Duka' }).click()
    await page.getByRole('heading', { name: 'Duka' }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })
})
