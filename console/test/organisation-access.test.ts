// Own roles and the single sign-on of an organisation, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('access to an organisation', () => {
  let opened: OpenConsole
  let token: string
  let email: string
  let id: string
  let other: { readonly id: string; readonly email: string }
  beforeAll(async () => {
    opened = await openConsole()
    const owner = await opened.app.register()
    other = (await opened.app.register()).user
    token = owner.token
    email = owner.user.email
    id = (await opened.app.api('POST', '/organisations', { token, body: { name: 'Duka' } })).data.id
    const member = { email: other.email, role: 'viewer' }
    await opened.app.api('POST', `/organisations/${id}/members`, { token, body: member })
  })
  afterAll(() => opened?.stop())

  const visit = (path: string, as = email) => opened.visit(`/organisations/${id}${path}`, { as })
  const ask = async (path: string) => (await opened.app.api('GET', path, { token })).data
  const ownRoles = async () =>
    (await ask(`/rbac/roles?organisation_id=${id}`)).filter((role: { built_in: boolean }) => !role.built_in)

  test('makes a role, gives it to a member, changes and deletes it', async () => {
    const { page, problems, close } = await visit('/roles')
    await page.getByRole('button', { name: 'Viewer' }).click()
    await page.getByRole('dialog').getByText('This role is built in').waitFor()
    await expect.poll(() => page.getByRole('dialog').getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New role' }).click()
    const dialog = page.getByRole('dialog', { name: 'New role' })
    await dialog.getByLabel('Name').fill('Scheduler')
    await dialog.getByRole('checkbox', { name: 'cron:write' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Scheduler' }).click()
    const drawer = page.getByRole('dialog', { name: 'Scheduler', exact: true })
    await drawer.getByRole('checkbox', { name: 'cron:read' }).click()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.waitFor({ state: 'hidden' })
    const [role] = await ownRoles()
    expect(role).toMatchObject({ name: 'Scheduler', permissions: ['cron:read', 'cron:write'] })

    await page.goto(`${opened.base}/console/organisations/${id}`)
    const row = page.getByRole('row').filter({ hasText: other.email })
    await row.getByRole('button', { name: /^Actions: / }).click()
    await page.getByRole('menuitem', { name: 'Own roles' }).click()
    const given = page.getByRole('dialog', { name: /^Own roles of/ })
    await given.getByRole('checkbox', { name: 'Scheduler' }).click()
    await given.getByRole('button', { name: 'Save' }).click()
    await given.waitFor({ state: 'hidden' })
    const had = await ask(`/rbac/users/${other.id}/roles?organisation_id=${id}`)
    expect(had.map((one: { id: string }) => one.id).toSorted()).toEqual([role.id, 'viewer'].toSorted())

    await page.goto(`${opened.base}/console/organisations/${id}/roles?role=${role.id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByLabel('to confirm').fill('Scheduler')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Scheduler is deleted').waitFor()
    expect(await ownRoles()).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('sets up a provider, shows the record of a domain, and says why it is not verified', async () => {
    const { page, problems, close } = await visit('/sso')
    await page.getByLabel('Issuer').fill('https://accounts.google.com')
    await page.getByLabel('Client id').fill('duka')
    await page.getByLabel('Client secret').fill('of the provider')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Callback address' }).waitFor()
    expect(await ask(`/organisations/${id}/sso`)).toMatchObject({
      ...{ issuer: 'https://accounts.google.com', client_id: 'duka', has_client_secret: true },
      ...{ default_role: 'viewer', required: false },
    })
    await page.getByRole('button', { name: 'Add a domain' }).click()
    await page.getByRole('dialog').getByLabel('Domain').fill('duka.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    const domain = page.getByRole('region', { name: 'duka.example' })
    await domain.waitFor()
    const [{ record }] = await ask(`/organisations/${id}/sso/domains`)
    await domain.getByText(record.value).waitFor()
    await domain.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No domains yet').waitFor()

    await page.getByRole('button', { name: 'Remove single sign-on' }).click()
    await page.getByLabel('to confirm').fill('accounts.google.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove single sign-on' }).click()
    await page.getByText('Single sign-on is removed').waitFor()
    const gone = await opened.app.api('GET', `/organisations/${id}/sso`, { token })
    expect(gone.status).toBe(404)
    // 404 is for the provider that there is not.
    expect(problems([404])).toEqual([])
    await close()
  })

  test('offers a viewer neither', async () => {
    const { page, problems, close } = await visit('/roles', other.email)
    await page.getByRole('button', { name: 'Owner' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'New role' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: 'Single sign-on' }).count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })
})
