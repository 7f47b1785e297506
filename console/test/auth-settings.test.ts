// The settings of sign-in: settings, providers, messages with their preview, roles, signing keys and the outbox.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('authentication', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(() => opened?.stop())

  const visit = (search = '') => opened.visit(`/projects/${project.id}/auth${search}`, { as: email })
  const ask = async (path: string) =>
    (await opened.app.api('GET', `/projects/${project.id}/${path}`, { token: project.token })).data

  test('changes settings, and asks before they are lost', async () => {
    const { page, problems, close } = await visit()
    await page.getByText('share the account with its owner').waitFor()
    await page.getByRole('checkbox', { name: 'New users can sign up' }).click()
    await page.getByRole('checkbox', { name: 'Numbers have to be confirmed' }).click()
    await page.getByRole('checkbox', { name: 'Sign-up asks for the phone number' }).click()
    await expect.poll(() => page.getByText('share the account with its owner').count()).toBe(0)
    await page.getByLabel('Seconds that an access token is valid').fill('900')
    await page.getByLabel('Redirect addresses').fill('javascript:alert(1)')
    const asked: string[] = []
    page.once('dialog', (dialog) => {
      asked.push(dialog.message())
      return dialog.dismiss()
    })
    await page.getByRole('tab', { name: 'Roles' }).click()
    await expect.poll(() => asked.length).toBe(1)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must be the address of a site or an app').waitFor()
    await page.getByLabel('Redirect addresses').fill('https://duka.example/signed-in\nduka://signed-in')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    expect(await ask('auth/settings')).toMatchObject({
      ...{ allow_signup: false, require_phone_verification: true, email_enabled: true },
      ...{ require_full_name: true, require_phone: false },
      ...{ jwt_expiry_seconds: 900, redirect_urls: ['https://duka.example/signed-in', 'duka://signed-in'] },
    })
    expect(problems([400])).toEqual([])
    await close()
  })

  test('adds a provider, shows what to register and how to try it, changes and deletes it', async () => {
    const body = { redirect_urls: ['https://duka.example/signed-in'] }
    await opened.app.api('PUT', `/projects/${project.id}/auth/settings`, { token: project.token, body })
    const { page, problems, close } = await visit('?tab=providers')
    await page.getByText('No providers yet').waitFor()
    await page.getByRole('button', { name: 'Add a provider' }).click()
    const form = page.getByRole('dialog', { name: 'Add a provider' })
    await form.getByLabel('Name').fill('google')
    await form.getByLabel('Issuer').fill('https://accounts.google.com')
    await form.getByLabel('Client id').fill('duka')
    await form.getByLabel('Client secret').fill('a secret of the provider')
    await form.getByRole('button', { name: 'Create' }).click()
    const drawer = page.getByRole('dialog', { name: 'google', exact: true })
    await drawer.waitFor()
    const [stored] = await ask('auth/providers')
    expect(stored).toMatchObject({ name: 'google', client_id: 'duka', has_client_secret: true })
    const path = new URL(stored.callback_url).pathname
    await drawer.getByText(`${opened.base}${path}`).waitFor()
    const link = drawer.getByRole('link', { name: 'Sign in with it' })
    const address = async () => new URL((await link.getAttribute('href')) ?? '', opened.base)
    await expect
      .poll(async () => (await address()).searchParams.get('redirect_to'))
      .toBe(body.redirect_urls[0])

    await drawer.getByRole('button', { name: 'Change' }).click()
    const change = page.getByRole('dialog', { name: 'Change google' })
    await expect.poll(() => change.getByLabel('Client secret').inputValue()).toBe('')
    await change.getByLabel('Client id').fill('duka-2')
    await change.getByRole('checkbox', { name: 'In use' }).click()
    await change.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('It is off.').waitFor()
    expect((await ask('auth/providers'))[0]).toMatchObject({
      ...{ client_id: 'duka-2', enabled: false, has_client_secret: true },
    })
    await drawer.getByRole('button', { name: 'Delete' }).click()
    await page.getByLabel('to confirm').fill('google')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No providers yet').waitFor()
    expect(await ask('auth/providers')).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('previews a message without running what is in it, saves and restores it', async () => {
    const { page, problems, close } = await visit('?tab=messages')
    await page.getByRole('button', { name: 'Password reset' }).click()
    await page.getByLabel('Subject').fill('{{project}}: neno jipya')
    await page.getByLabel('Plain text').first().fill('Msimbo: {{code}}')
    await page.getByText('Msimbo: 123456').waitFor()
    await page.getByText('Duka: neno jipya').waitFor()
    await page
      .getByRole('textbox', { name: 'HTML' })
      .fill('<b style="color: rgb(1, 2, 3)">{{code}}</b><img src="data:," onerror="parent.postMessage(1)">')
    const bold = page.frameLocator('iframe').locator('b')
    await bold.getByText('123456').waitFor()
    const colour = "getComputedStyle(document.querySelector('b')).color"
    const frame = page.frames().find((one) => one.url().endsWith('/preview'))
    // Its styles hold, and its scripts are refused, which the browser reports.
    await expect.poll(() => frame?.evaluate(colour)).toBe('rgb(1, 2, 3)')
    await page.getByRole('textbox', { name: 'HTML' }).fill('<b>{{code}}</b>')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Restore the default' }).waitFor()
    const of = async () =>
      (await ask('auth/templates')).find(({ kind }: { kind: string }) => kind === 'reset_password')
    expect(await of()).toMatchObject({
      ...{ subject: '{{project}}: neno jipya', text: 'Msimbo: {{code}}', html: '<b>{{code}}</b>' },
    })
    await page.getByRole('button', { name: 'Restore the default' }).click()
    await page.getByText('The default is back').waitFor()
    expect(await of()).toMatchObject({ html: null, updated_at: null })
    expect(problems().filter((text) => !/inline event handler|script-src-attr/.test(text))).toEqual([])
    await close()
  })

  test('makes permissions, a role and a hook; rotates the signing key; shows the outbox', async () => {
    const body = { name: 'Claims', slug: 'claims', code: 'export default { fetch: () => Response.json({}) }' }
    const functions = `/projects/${project.id}/functions`
    const { data: made } = await opened.app.api('POST', functions, { token: project.token, body })
    await opened.app.api('POST', `${functions}/${made.id}/deploy`, { token: project.token })
    const { page, problems, close } = await visit('?tab=roles')
    for (const name of ['articles:publish', 'articles:read']) {
      await page.getByRole('button', { name: 'New permission' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill(name)
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
      await page.getByRole('table', { name: 'Permissions' }).getByText(name).waitFor()
    }
    await page.getByRole('button', { name: 'New role' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('editor')
    await page.getByRole('dialog').getByRole('checkbox', { name: 'articles:publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Actions: editor' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await page.getByRole('dialog').getByLabel('Description').fill('Writes articles')
    await page.getByRole('dialog').getByRole('checkbox', { name: 'articles:read' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('table').getByText('Writes articles').waitFor()
    const held = async () => {
      const permissions: { id: string; name: string }[] = await ask('permissions')
      const [role] = await ask('roles')
      expect(role).toMatchObject({ name: 'editor', description: 'Writes articles' })
      return permissions.filter(({ id }) => role.permission_ids.includes(id)).map(({ name }) => name)
    }
    expect((await held()).toSorted()).toEqual(['articles:publish', 'articles:read'])
    await page.getByRole('button', { name: 'Delete: articles:read' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('articles:read is deleted').waitFor()
    expect(await held()).toEqual(['articles:publish'])
    // A user has it, so that it is asked once more.
    const [{ id: role }] = await ask('roles')
    const editor = { email: 'juma@example.com', role_ids: [role] }
    await opened.app.api('POST', `/projects/${project.id}/auth/users`, { token: project.token, body: editor })
    await page.getByRole('button', { name: 'Actions: editor' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByLabel('to confirm').fill('editor')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alert').getByText('Still used by: end users (1).').waitFor()
    expect(await ask('roles')).toHaveLength(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all the same' }).click()
    await page.getByText('No roles yet').waitFor()

    await page.getByRole('tab', { name: 'Hooks' }).click()
    const hook = (name: string) => page.getByRole('main').getByRole('combobox', { name })
    await hook('Access tokens').click()
    await page.getByRole('option', { name: 'claims' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => ask('auth/hooks')).toMatchObject({ access_token: 'claims', send_mail: null })
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await hook('Access tokens').click()
    await page.getByRole('option', { name: 'None' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await ask('auth/hooks')).access_token).toBeNull()

    await page.getByRole('tab', { name: 'Signing keys' }).click()
    const keys = page.getByRole('table', { name: 'Signing keys' }).locator('tbody tr')
    await expect.poll(() => keys.count()).toBe(1)
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await expect.poll(() => keys.count()).toBe(2)

    const user = { email: 'neema@example.com' }
    const invited = await opened.app.api('POST', `/projects/${project.id}/auth/users/invite`, {
      ...{ token: project.token, body: user },
    })
    expect(invited.status).toBe(201)
    await opened.app.platform.jobs.drain()
    await page.getByRole('tab', { name: 'Outbox' }).click()
    await page.getByRole('button', { name: 'neema@example.com' }).click()
    await page.getByRole('dialog').getByText('You are invited to Duka.').waitFor()
    expect(problems()).toEqual([expect.stringContaining(`409: `)])
    await close()
  })
})
