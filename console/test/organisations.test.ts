// Organisations: made, with members and invitations, joined by a link, handed over and left, checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DASHBOARD } from '../../server/src/platform/sessions/guesses.store.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole, PASSWORD } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('organisations', () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened?.stop())

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  async function createTeam(name: string) {
    const owner = await opened.app.register()
    const { data } = await opened.app.api('POST', '/organisations', { token: owner.token, body: { name } })
    const id = data.id as string
    const list = async (what: string) =>
      (await opened.app.api('GET', `/organisations/${id}/${what}`, { token: owner.token })).data
    const invite = (email: string, role: string) =>
      opened.app.api('POST', `/organisations/${id}/members`, { token: owner.token, body: { email, role } })
    return { id, owner, list, invite }
  }

  test('makes one, adds who has an account, and invites who has none', async () => {
    const { app } = opened
    const owner = await app.register()
    const known = await app.register()
    const { page, problems, close } = await opened.visit('/organisations', { as: owner.user.email })
    await button(page, 'New organisation').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Duka <b>')
    await button(page, 'Create').click()
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    await page.getByRole('link', { name: 'Duka <b>' }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)

    const add = async (email: string, role: string) => {
      await button(page, 'Add a member').click()
      await dialog.getByLabel('Email').fill(email)
      await dialog.getByLabel('Role').click()
      await page.getByRole('option', { name: role }).click()
      await dialog.getByRole('button', { name: 'Add a member' }).click()
    }
    await add(known.user.email, 'Viewer')
    await page.getByRole('cell', { name: known.user.email }).waitFor()
    await add('new@example.com', 'Developer')
    await page.getByRole('heading', { name: 'Copy the link now' }).waitFor()
    const shown = () => dialog.locator('code').innerText()
    await expect.poll(shown).toMatch(new RegExp(`^${opened.base}/console/invitation#[\\w-]{43}$`))
    const link = await shown()
    await dialog.getByText('It is on its way to new@example.com by mail').waitFor()
    await app.platform.jobs.drain()
    const mails = app.platform.messages.outbox?.(DASHBOARD) ?? []
    expect(mails.filter(({ text }) => text.includes(link)).map(({ to }) => to)).toEqual(['new@example.com'])
    await button(page, 'Done').click()

    await button(page, 'Actions: new@example.com').click()
    await page.getByRole('menuitem', { name: 'New link' }).click()
    await page.getByRole('heading', { name: 'Copy the link now' }).waitFor()
    await expect.poll(shown).not.toBe(link)
    const renewed = await shown()
    await button(page, 'Done').click()
    const get = (what: string) => app.api('GET', `/organisations/${id}/${what}`, { token: owner.token })
    const roles = async () =>
      Object.fromEntries(
        (await get('members')).data.map((one: Record<string, string>) => [one.email, one.role]),
      )
    expect(await roles()).toEqual({ [owner.user.email]: 'owner', [known.user.email]: 'viewer' })
    expect((await get('invitations')).data).toMatchObject([{ email: 'new@example.com', role: 'developer' }])

    const guest = await opened.visit(
      new URL(renewed).pathname.replace('/console', '') + new URL(renewed).hash,
    )
    await guest.page.getByRole('heading', { name: 'You are invited' }).waitFor()
    await expect.poll(() => new URL(guest.page.url()).hash).toBe('')
    await guest.page.getByLabel('Full name').fill('Neema')
    await guest.page.getByLabel('Email').fill('new@example.com')
    await guest.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await guest.page.getByRole('button', { name: 'Create account' }).click()
    await guest.page.getByText('No projects yet').waitFor()
    expect(await roles()).toMatchObject({ 'new@example.com': 'developer' })
    expect(guest.problems()).toEqual([])
    await guest.close()
    expect(problems()).toEqual([])
    await close()
  })

  test('lets an account that exists join by the link, also after signing in on the way', async () => {
    const team = await createTeam('Shule')
    const { data } = await team.invite('later@example.com', 'admin')
    await opened.app.register('later@example.com')
    const { page, problems, close } = await opened.visit(`/invitation#${data.token}`)
    await page.getByRole('link', { name: 'Sign in' }).click()
    // The form of the invitation has an address and a password too.
    await page.getByRole('heading', { name: 'Sign in to Msingi' }).waitFor()
    await page.getByLabel('Email').fill('later@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await button(page, 'Sign in').click()
    await page.getByText('You are signed in as later@example.com.').waitFor()
    await button(page, 'Join the organisation').click()
    await page.getByRole('heading', { name: 'Members' }).waitFor()
    expect((await team.list('members')).map((one: { email: string }) => one.email)).toContain(
      'later@example.com',
    )
    expect(problems()).toEqual([])
    await close()
  })

  test('changes roles, withdraws an invitation, hands over and leaves', async () => {
    const team = await createTeam('Hospitali')
    const other = await opened.app.register()
    await team.invite(other.user.email, 'viewer')
    await team.invite('gone@example.com', 'viewer')
    const { page, problems, close } = await opened.visit(`/organisations/${team.id}`, {
      as: team.owner.user.email,
    })
    const dialog = page.getByRole('dialog')
    const { full_name } = (await team.list('members')).find(
      (one: { email: string }) => one.email === other.user.email,
    )
    const row = page.getByRole('row').filter({ hasText: other.user.email })
    const act = async (name: string) => {
      await row.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await button(page, 'Actions: gone@example.com').click()
    await page.getByRole('menuitem', { name: 'Withdraw' }).click()
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('The invitation of gone@example.com is withdrawn').waitFor()
    expect(await team.list('invitations')).toEqual([])

    await act('Change the role')
    await dialog.getByLabel('Role').click()
    await page.getByRole('option', { name: 'Admin' }).click()
    await button(page, 'Save').click()
    await row.getByText('Admin').waitFor()

    await act('Make owner')
    await dialog.getByLabel('to confirm').fill(full_name)
    await dialog.getByRole('button', { name: 'Make owner' }).click()
    await row.getByText('Owner').waitFor()
    // An admin does nothing to an owner.
    await row.getByRole('button', { name: 'Actions' }).waitFor({ state: 'detached' })

    await page.getByRole('row').filter({ hasText: 'You' }).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Leave' }).click()
    await dialog.getByLabel('to confirm').fill('Hospitali')
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.getByText('You have left Hospitali').waitFor()
    const { data } = await opened.app.api('GET', `/organisations/${team.id}/members`, { token: other.token })
    expect(data).toMatchObject([{ email: other.user.email, role: 'owner' }])
    expect(problems()).toEqual([])
    await close()
  })

  test('offers a viewer no change', async () => {
    const team = await createTeam('Maktaba')
    const viewer = await opened.app.register()
    await team.invite(viewer.user.email, 'viewer')
    const { page, problems, close } = await opened.visit(`/organisations/${team.id}?create=true`, {
      as: viewer.user.email,
    })
    await page.getByRole('row').filter({ hasText: team.owner.user.email }).waitFor()
    await expect.poll(() => button(page, 'Add a member').count()).toBe(0)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    // They can leave, and nothing else.
    await expect.poll(() => page.getByRole('button', { name: /^Actions/ }).count()).toBe(1)
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
    await expect.poll(() => button(page, 'Save').count()).toBe(0)
    await expect.poll(() => button(page, 'Delete the organisation').count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })

  test('renames and deletes an organisation', async () => {
    const team = await createTeam('Kiwanda')
    const { page, problems, close } = await opened.visit(`/organisations/${team.id}/settings`, {
      as: team.owner.user.email,
    })
    await page.getByRole('textbox', { name: 'Name' }).fill('Kiwanda kipya')
    await button(page, 'Save').click()
    await page.getByRole('heading', { name: 'Saved', exact: true }).first().waitFor()
    const names = async () =>
      (await opened.app.api('GET', '/organisations', { token: team.owner.token })).data.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names()).toContain('Kiwanda kipya')
    await button(page, 'Delete the organisation').click()
    await page.getByRole('dialog').getByLabel('to confirm').fill('Kiwanda kipya')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the organisation' }).click()
    await page.getByText('Kiwanda kipya is deleted').waitFor()
    expect(await names()).not.toContain('Kiwanda kipya')
    expect(problems()).toEqual([])
    await close()
  })
})
