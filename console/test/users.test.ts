// The screen of end users: found, opened, deactivated and deleted, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('users', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(() => opened?.stop())

  const pathOf = (rest = '') => `/projects/${project.id}/auth/${rest}`
  const signUp = async (name: string, phone: string) => {
    const body = { email: `${name}@example.com`, password: 'correct horse 2', full_name: name, phone }
    const made = await opened.app.api('POST', pathOf('signup'), { key: project.publishable, body })
    expect(made.status).toBe(201)
  }
  const stored = async () =>
    (await opened.app.api('GET', pathOf('users'), { key: project.secret })).data as {
      email: string
      is_active: boolean
    }[]

  test('finds, deactivates, activates and deletes a user', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/users`, { as: email })
    await page.getByText('No users yet').waitFor()
    await signUp('neema', '+255710000001')
    await signUp('juma', '+255710000002')
    await page.reload()
    await page.getByRole('searchbox', { name: 'Search by email, phone or name' }).fill('neema')
    await page.getByText('1 user shown').waitFor()
    expect(new URL(page.url()).search).toBe('?search=neema')

    await page.getByRole('button', { name: 'neema@example.com', exact: true }).click()
    await page.getByRole('dialog').getByText('neema@example.com (').waitFor()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('neema@example.com is deactivated').waitFor()
    expect((await stored()).find((user) => user.email === 'neema@example.com')?.is_active).toBe(false)

    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('dialog', { name: 'Activate' }).getByRole('button', { name: 'Activate' }).click()
    await page.getByText('neema@example.com can sign in again').waitFor()
    expect((await stored()).find((user) => user.email === 'neema@example.com')?.is_active).toBe(true)

    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    const confirm = page.getByRole('dialog', { name: 'Delete neema@example.com?' })
    expect(await confirm.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
    await confirm.getByLabel('to confirm').fill('neema@example.com')
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('neema@example.com is deleted').waitFor()
    expect((await stored()).map((user) => user.email)).not.toContain('neema@example.com')
    expect(problems()).toEqual([])
    await close()
  })
})
