// Signing in with a second factor, and with a new password.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  guard,
  logIn,
  mailedCode,
  nextCode,
} from '../../server/src/modules/tenancy/accounts/accounts.fixture.ts'
import {
  configFor,
  employ,
  organise,
  type Stage,
  setStageOn,
} from '../../server/src/modules/tenancy/single-sign-on/sso.fixture.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { startDns } from '../../server/test/dns-server.ts'
import { type OpenConsole, openConsole, PASSWORD } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('signing in', () => {
  let opened: OpenConsole
  let stage: Stage
  beforeAll(async () => {
    const dns = await startDns()
    opened = await openConsole(configFor(dns))
    stage = await setStageOn({ app: opened.app, base: opened.base, dns })
  })
  afterAll(async () => {
    await stage?.stop()
    await opened?.stop()
  })

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

  test('with the provider of an organisation, found by the address', async () => {
    const team = await organise()
    const person = employ(team.domain)
    const { page, problems, close } = await opened.visit('/sign-in?next=%2Faccount')
    const submit = () => page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Use single sign-on' }).click()
    await page.getByLabel('Email').fill('asha@elsewhere.example')
    await submit()
    await page
      .getByRole('alert')
      .getByText(/^Single sign-on for this address/)
      .waitFor()
    await page.getByLabel('Email').fill(person.email ?? '')
    await submit()
    await page.waitForURL(`${stage.provider.issuer}/interaction/**`)
    await page.goto(`${page.url()}?deny`)
    await page.getByText('The provider has not signed you in (access_denied). Try again.').waitFor()

    await page.getByLabel('Email').fill(person.email ?? '')
    await submit()
    await page.waitForURL(`${stage.provider.issuer}/interaction/**`)
    await page.goto(`${page.url()}?as=${person.subject}`)
    await page.goto(`${page.url()}?consent`)
    await page.waitForURL(`${opened.base}/console/account`)
    await page.reload()
    await page
      .getByText(person.email ?? '')
      .first()
      .waitFor()
    const { data } = await opened.app.api('GET', `/organisations/${team.id}/members`, { token: team.token })
    expect(data).toContainEqual(expect.objectContaining({ email: person.email, role: 'developer' }))
    const cookies = await page.context().cookies(`${opened.base}/api/v1/auth`)
    expect(cookies).toContainEqual(expect.objectContaining({ name: 'msingi_session', httpOnly: true }))
    const kept = () => page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
    await expect.poll(kept).not.toMatch(/[\w-]{40}/)
    expect(problems([404]).filter((text) => !text.startsWith(`foreign: ${stage.provider.issuer}/`))).toEqual(
      [],
    )
    await close()
  })

  test('is not lost to a renewal that was refused before it began again', async () => {
    const { app } = opened
    const project = await app.createProject('Duka')
    const { data: user } = await app.api('GET', '/me', { token: project.token })
    const columns = [{ name: 'title', data_type: 'string' }]
    const body = { name: 'Items', columns }
    await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
    await app.api('POST', '/data/items', { key: project.secret, body: { title: 'Kitabu' } })
    const path = `/projects/${project.id}/tables?table=items`
    const { page, problems, close } = await opened.visit(path, { as: user.email })
    const cell = page.locator('[role=gridcell][data-name="title"]')
    await cell.dblclick()
    await page.getByRole('textbox', { name: 'title' }).fill('Kusadikika')
    await app.api('DELETE', '/me/sessions', { token: project.token })
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()

    // Another request finds the session ended, and is told so late.
    const [refused, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const answered = Promise.withResolvers<void>()
    await page.route('**/auth/refresh', async (route) => {
      const response = await route.fetch()
      refused.resolve()
      await released.promise
      await route.fulfill({ response })
      answered.resolve()
    })
    await page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))")
    await refused.promise
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await cell.getByText('Kusadikika').waitFor()
    released.resolve()
    await answered.promise
    await page.getByRole('button', { name: 'Open row' }).click()
    await page.getByRole('dialog', { name: 'Row of Items' }).waitFor()
    expect(problems([401])).toEqual([])
    await close()
  })

  test('begins again amid the edit of a cell and of a form, and what was typed is saved', async () => {
    const { app } = opened
    const project = await app.createProject('Duka')
    const { data: user } = await app.api('GET', '/me', { token: project.token })
    const table = {
      name: 'Items',
      columns: [
        { name: 'title', data_type: 'string' },
        { name: 'meta', data_type: 'json' },
      ],
    }
    const api = (method: string, path: string, body?: unknown) =>
      app.api(method, `/projects/${project.id}${path}`, { key: project.secret, body })
    await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body: table })
    await api('POST', '/tables/items/records', { data: { title: 'Kitabu' } })
    const stored = async () => (await api('GET', '/tables/items/records')).data[0]
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/tables?table=items`, {
      as: user.email,
    })
    const cell = (column: string) => page.locator(`[role=gridcell][data-name="${column}"]`)
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    const revoke = async () => {
      const { status } = await app.api('DELETE', '/me/sessions', { token: person.token })
      expect(status).toBe(204)
    }
    const enter = async () => {
      await expect.poll(() => dialog.getByLabel('Email').inputValue()).toBe(user.email)
      await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByLabel('Code').fill(nextCode(app, person.secret))
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Second step' }).waitFor({ state: 'detached' })
    }

    // A value that cannot be saved yet stays in its editor.
    await cell('meta').dblclick()
    await page.getByRole('textbox', { name: 'meta' }).fill('{"a": ')
    const person = await guard(app, { ...project, user } as never)
    await revoke()
    await dialog.waitFor()
    await enter()
    await page.getByRole('textbox', { name: 'meta' }).pressSequentially('1}')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored()).meta).toEqual({ a: 1 })

    await cell('title').dblclick()
    await page.getByRole('textbox', { name: 'title' }).fill('Kusadikika')
    await revoke()
    await page.keyboard.press('Enter')
    await enter()
    await expect.poll(async () => (await stored()).title).toBe('Kusadikika')

    await page.getByRole('button', { name: 'Open row' }).click()
    const form = page.getByRole('dialog', { name: 'Row of Items' })
    await form.getByRole('textbox', { name: /^title/ }).fill('Utengano')
    await revoke()
    await form.getByRole('button', { name: 'Save' }).click()
    // Leaving is asked about once, and the form below stays as it is.
    const asked: string[] = []
    page.on('dialog', (question) => {
      asked.push(question.message())
      return question.dismiss()
    })
    await dialog.getByRole('heading').click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => asked).toEqual(Array(2).fill('What you have typed is not saved. Leave anyway?'))
    await enter()
    await form.waitFor({ state: 'detached' })
    expect((await stored()).title).toBe('Utengano')

    // Whoever leaves comes to the screen for signing in, and is not asked again.
    await cell('title').dblclick()
    await page.getByRole('textbox', { name: 'title' }).fill('Rosa Mistika')
    await revoke()
    await page.keyboard.press('Enter')
    page.removeAllListeners('dialog')
    page.on('dialog', (question) => {
      asked.push(question.message())
      return question.accept()
    })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('heading', { name: 'Sign in to Msingi' }).waitFor()
    expect(asked).toHaveLength(3)
    expect((await stored()).title).toBe('Utengano')
    expect(problems([401])).toEqual([])
    await close()
  })
})
