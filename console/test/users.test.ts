// The screen of end users: found, created, invited, changed and deleted, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

interface StoredUser {
  readonly id: string
  readonly email: string
  readonly full_name: string | null
  readonly is_active: boolean
  readonly email_verified: boolean
  readonly metadata: unknown
}

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

  const usersPath = (search = '') => `/projects/${project.id}/users${search}`
  const ask = async (path: string) =>
    (await opened.app.api('GET', `/projects/${project.id}/${path}`, { token: project.token })).data
  const post = async (path: string, body: unknown, key = project.secret) => {
    const made = await opened.app.api('POST', `/projects/${project.id}/${path}`, { key, body })
    expect(made.status, made.message).toBeLessThan(300)
    return made.data
  }
  const signUp = (name: string, phone: string) => {
    const body = { email: `${name}@example.com`, password: 'correct horse 2', full_name: name, phone }
    return post('auth/signup', body, project.publishable)
  }
  // Roles are made by dashboard users alone.
  const makeRole = async (name: string) => {
    const asked = { token: project.token, body: { name } }
    const made = await opened.app.api('POST', `/projects/${project.id}/roles`, asked)
    expect(made.status, made.message).toBe(201)
    return made.data
  }
  const stored = async (email: string) =>
    ((await ask('auth/users?limit=100')) as StoredUser[]).find((user) => user.email === email)
  const mailsTo = async (to: string) => {
    await opened.app.platform.jobs.drain()
    return ((await ask('auth/outbox')) as { to: string }[]).filter((mail) => mail.to === to).length
  }

  test('finds, deactivates, activates and deletes a user', async () => {
    const { page, problems, close } = await opened.visit(usersPath(), { as: email })
    await page.getByText('No users yet').waitFor()
    await signUp('neema', '+255710000001')
    await signUp('juma', '+255710000002')
    await page.reload()
    await page.getByText('2 users').waitFor()
    await page.getByRole('searchbox', { name: 'Search by email, phone or name' }).fill('neema')
    await page.getByText('1 user').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?search=neema')

    await page.getByRole('button', { name: 'neema@example.com', exact: true }).click()
    await page.getByRole('heading', { name: 'neema@example.com' }).waitFor()
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Actions: neema@example.com' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    const neema = (await stored('neema@example.com'))?.id
    const sessions = ((await ask(`auth/users/${neema}/sessions`)) as unknown[]).length
    await act('Deactivate')
    const ended = `Goes along: ${sessions} ${sessions === 1 ? 'session' : 'sessions'}.`
    await page.getByRole('dialog').getByText(ended, { exact: true }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('neema@example.com is deactivated').waitFor()
    expect((await stored('neema@example.com'))?.is_active).toBe(false)

    await act('Activate')
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await page.getByText('neema@example.com can sign in again').waitFor()
    expect((await stored('neema@example.com'))?.is_active).toBe(true)

    await act('Delete')
    const confirm = page.getByRole('dialog', { name: 'Delete neema@example.com?' })
    await expect.poll(() => confirm.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
    await confirm.getByText('Goes along: 0 sessions, 0 identities, 0 second factors.').waitFor()
    await confirm.getByLabel('to confirm').fill('neema@example.com')
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('neema@example.com is deleted').waitFor()
    expect(await stored('neema@example.com')).toBeUndefined()
    // The search is still there, and finds nobody any more.
    await page.getByText('Nothing matches the search.').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('creates users, narrows them down and orders them', async () => {
    const role = await makeRole('editor')
    const client = { client_id: 'duka', client_secret: 'a secret of the provider' }
    await post('auth/providers', { name: 'google', issuer: 'https://accounts.google.com', ...client })
    const { page, problems, close } = await opened.visit(usersPath('?form=create'), { as: email })
    const dialog = page.getByRole('dialog', { name: 'New user' })
    await dialog.getByLabel('Email').fill('asha@example.com')
    await dialog.getByRole('checkbox', { name: 'The address is confirmed' }).click()
    await dialog.getByLabel('Name').fill('Asha Ali')
    await dialog.getByLabel('Password').fill('weak')
    await dialog.getByRole('checkbox', { name: 'editor' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    // The server's sentence, with all that was typed still there.
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Password').fill('correct horse 3')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'asha@example.com', level: 1 }).waitFor()
    const asha = await stored('asha@example.com')
    expect(asha).toMatchObject({ full_name: 'Asha Ali', email_verified: true, is_active: true })
    expect(await ask(`users/${asha?.id}/roles`)).toMatchObject([{ id: role.id }])

    await post('auth/users', { email: 'zawadi@example.com', full_name: 'Zawadi' })
    await page.getByRole('link', { name: 'All users' }).click()
    await page.getByRole('combobox', { name: 'Address' }).click()
    await page.getByRole('option', { name: 'Address confirmed' }).click()
    await page.getByText('1 user').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?confirmed=true')
    await page.getByRole('combobox', { name: 'Address' }).click()
    await page.getByRole('option', { name: 'Any address' }).click()
    await page.getByRole('button', { name: 'User', exact: true }).click()
    const emails = page.getByRole('table').getByRole('button', { name: '@example.com', exact: false })
    await expect.poll(() => emails.first().innerText()).toBe('asha@example.com')
    await page.getByRole('button', { name: 'User', exact: true }).click()
    await expect.poll(() => emails.first().innerText()).toBe('zawadi@example.com')
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'editor' }).click()
    await page.getByText('1 user').waitFor()
    await expect.poll(() => emails.first().innerText()).toBe('asha@example.com')

    const choose = async (filter: string, option: string) => {
      await page.getByRole('combobox', { name: filter }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Created', 'Created in 24 hours')
    await page.getByText('1 user').waitFor()
    await choose('Created', 'From … to …')
    await page.getByLabel('Created from').fill('2020-01-01T00:00:00')
    await page.getByLabel('Created before').fill('2020-01-02T00:00:00')
    await page.getByText('Nothing matches the search.').waitFor()
    await choose('Created', 'Created at any time')
    await page.getByText('1 user').waitFor()
    await choose('Identity provider', 'google')
    await page.getByText('Nothing matches the search.').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('provider')).toBe('google')
    expect(problems([400])).toEqual([])
    await close()
  })

  test('invites a user, and mails what a user could ask for', async () => {
    const { page, problems, close } = await opened.visit(usersPath(), { as: email })
    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a user' })
    await dialog.getByLabel('Email').fill('rehema@example.com')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('heading', { name: 'rehema@example.com', level: 1 }).waitFor()
    await page.getByText('The link is good until').waitFor()
    expect(await mailsTo('rehema@example.com')).toBe(1)

    await page.getByRole('button', { name: 'Actions: rehema@example.com' }).click()
    await page.getByRole('menuitem', { name: 'Send password reset' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await page.getByText('Sent to rehema@example.com').waitFor()
    expect(await mailsTo('rehema@example.com')).toBe(2)
    expect(problems()).toEqual([])
    await close()
  })

  test('changes profile, metadata and roles', async () => {
    const { id } = await post('auth/users', { email: 'baraka@example.com', metadata: { city: 'Arusha' } })
    await makeRole('reader')
    const { page, problems, close } = await opened.visit(usersPath(`?user=${id}`), { as: email })
    await page.getByLabel('Name').fill('Baraka Mushi')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved').waitFor()
    expect((await stored('baraka@example.com'))?.full_name).toBe('Baraka Mushi')

    const editor = page.getByRole('textbox', { name: 'Metadata' })
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{"city": ')
    await page.getByText('This is not a JSON object.').waitFor()
    const save = (part: string) =>
      page.getByRole('region', { name: part }).getByRole('button', { name: 'Save' })
    await expect.poll(() => save('Metadata').isDisabled()).toBe(true)
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{"city": "Mwanza"}')
    await save('Metadata').click()
    await expect.poll(async () => (await stored('baraka@example.com'))?.metadata).toEqual({ city: 'Mwanza' })

    // Somebody else sets claims, whose digits are all there, and stay where one of them is changed.
    const claimsOf = async () =>
      (await opened.app.api('GET', `/projects/${project.id}/auth/users/${id}`, { token: project.token })).text
    const raw = '{"claims":{"tenant":9007199254740993}}'
    const address = `/projects/${project.id}/auth/users/${id}`
    await opened.app.api('PATCH', address, { token: project.token, raw })
    await page.reload()
    const claims = page.getByRole('textbox', { name: 'Claims' })
    await claims.getByText('9007199254740993').waitFor()
    await claims.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.insertText('"shop":9007199254740995,')
    await save('Claims').click()
    await expect.poll(claimsOf).toContain('"claims":{"shop":9007199254740995,"tenant":9007199254740993}')

    await page.getByRole('tab', { name: 'Roles' }).click()
    await page.getByRole('checkbox', { name: 'reader' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await ask(`users/${id}/roles`)).length).toBe(1)
    expect(problems()).toEqual([])
    await close()
  })

  test('ends sessions and removes a second factor', async () => {
    const { user, tokens } = await signUp('salma', '+255710000009')
    const token = tokens.access_token
    const statusOf = async () =>
      (await opened.app.api('GET', `/projects/${project.id}/auth/sessions`, { token })).status
    expect(await statusOf()).toBe(200)
    const body = { current_password: 'correct horse 2', name: 'Simu' }
    const enrolled = await opened.app.api('POST', `/projects/${project.id}/auth/factors`, { token, body })
    expect(enrolled.status, enrolled.message).toBe(201)

    const { page, problems, close } = await opened.visit(usersPath(`?user=${user.id}&tab=access`), {
      as: email,
    })
    await page.getByRole('table', { name: 'Second factors' }).getByText('Simu').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Simu is removed').waitFor()
    expect(await ask(`auth/users/${user.id}/factors`)).toEqual([])

    await page.getByRole('table', { name: 'Sessions' }).getByText('Password').waitFor()
    await page.getByRole('button', { name: 'End all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End all' }).click()
    await page.getByText('The user is signed in nowhere.').waitFor()
    expect(await statusOf()).toBe(401)
    expect(problems()).toEqual([])
    await close()
  })

  test('offers a viewer nothing that the API would refuse', async () => {
    const { id } = await post('auth/users', { email: 'hamisi@example.com' })
    const viewer = await opened.app.register()
    const { organisation_id } = await ask('')
    const member = { email: viewer.user.email, role: 'viewer' }
    await opened.app.api('POST', `/organisations/${organisation_id}/members`, {
      token: project.token,
      body: member,
    })
    const { page, problems, close } = await opened.visit(usersPath(), { as: viewer.user.email })
    await page.getByRole('button', { name: 'hamisi@example.com' }).waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: /^(New user|Invite|Actions: .*)$/ }).count())
      .toBe(0)
    await page.goto(`${opened.base}/console${usersPath(`?user=${id}`)}`)
    await page.getByRole('heading', { name: 'Metadata' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })
})
