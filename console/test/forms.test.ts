// Forms compare what is typed with what they began with, and ask before that is lost.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { isChanged } from '../src/ui/forms/changes.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

test.each([
  ['the same text', 'a', 'a', false],
  ['another text', 'a', 'b', true],
  ['null and empty text', null, '', true],
  ['a number and its text', 1, '1', true],
  ['another order of names', { a: 1, b: [2] }, { b: [2], a: 1 }, false],
  ['what is left out and undefined', { a: undefined }, {}, false],
  ['another order of a list', [1, 2], [2, 1], true],
  ['a list that is longer', [1, 2], [1], true],
  ['a list and an object', [], {}, true],
  ['deep inside', { a: [{ b: 'x' }] }, { a: [{ b: 'y' }] }, true],
])('%s', (_, now, before, changed) => {
  expect(isChanged(now, before)).toBe(changed)
  expect(isChanged(before, now)).toBe(changed)
})

describe.skipIf(NO_CHROMIUM)('a form over what is stored', () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened?.stop())

  test('keeps what is typed while it is saved or refused, and takes everything else as it is stored', async () => {
    const project = await opened.app.createProject('Duka')
    const { token } = project
    const email = (await opened.app.api('GET', '/me', { token })).data.email
    const path = `/projects/${project.id}/auth/settings`
    const stored = async () => (await opened.app.api('GET', path, { token })).data
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/auth`, {
      as: email,
    })
    const field = (name: string) => page.getByLabel(name)
    const [length, lifetime, redirects] = [
      field('Digits of a code by SMS'),
      field('Seconds that an access token is valid'),
      field('Redirect addresses'),
    ]
    const save = page.getByRole('button', { name: 'Save', exact: true })
    // A server that is slow, and refuses the first time.
    const asked: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()]
    const released = Promise.withResolvers<void>()
    let tries = 0
    await page.route(`**/auth/settings`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      asked[tries]?.resolve()
      tries += 1
      const body = { success: false, message: 'Busy.', errors: ['Busy.'] }
      if (tries === 1) return route.fulfill({ status: 503, json: body })
      await released.promise
      return route.continue()
    })
    await lifetime.fill('1200')
    await redirects.fill('https://a.example/in\n\n  https://b.example/in ')
    await save.click()
    await page.getByText('Busy.').first().waitFor()
    await expect.poll(() => redirects.inputValue()).toBe('https://a.example/in\n\n  https://b.example/in ')

    // Somebody else is quicker with another field, which is read with the answer.
    await opened.app.api('PUT', path, { token, body: { otp_length: 8 } })
    await save.click()
    await asked[1]?.promise
    await lifetime.fill('1300')
    released.resolve()
    await page.getByText('Saved', { exact: false }).first().waitFor()
    await expect.poll(() => redirects.inputValue()).toBe('https://a.example/in\nhttps://b.example/in')
    await expect.poll(() => length.inputValue()).toBe('8')
    await expect.poll(() => lifetime.inputValue()).toBe('1300')
    expect(await stored()).toMatchObject({
      otp_length: 8,
      jwt_expiry_seconds: 1200,
      redirect_urls: ['https://a.example/in', 'https://b.example/in'],
    })
    await save.click()
    await expect.poll(async () => (await stored()).jwt_expiry_seconds).toBe(1300)
    await expect.poll(() => save.isDisabled()).toBe(true)
    // Typed back by the server: no change is left.
    await redirects.fill('https://a.example/in\nhttps://b.example/in\n')
    await save.click()
    await expect.poll(() => redirects.inputValue()).toBe('https://a.example/in\nhttps://b.example/in')
    expect(problems([503])).toEqual([])
    await close()
  })
})

interface SharedForm {
  /** store makes what the form changes, and returns its address and what another changes of it meanwhile. */
  readonly store: () => Promise<readonly [path: string, elsewhere: () => Promise<unknown>]>
  readonly open: (page: Page) => Promise<unknown>
  readonly type: (page: Page) => Promise<unknown>
  readonly request: RegExp
  readonly stored: () => Promise<unknown>
  /** both is what is stored in the end: what was typed here, and what was changed elsewhere. */
  readonly both: unknown
  /** outdated is true where the first save after the change elsewhere is refused. */
  readonly outdated?: true
}

describe.skipIf(NO_CHROMIUM)('a form that somebody else changes as well', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    await call('POST', '/tables', { name: 'books', columns: [{ name: 'title', data_type: 'string' }] })
  })
  afterAll(() => opened?.stop())

  const call = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  const dialog = (page: Page) => page.getByRole('dialog')
  const rule = (limit: number, group?: string) => ({
    ...(group && { group }),
    by: 'key',
    limit,
    window_seconds: 60,
  })
  let stored = { id: '' }
  const make = async (path: string, body: unknown) => {
    stored = await call('POST', path, body)
  }
  const forms: Record<string, SharedForm> = {
    'rate limits': {
      store: async () => {
        await call('PATCH', '/rate-limits', { rules: [rule(10), rule(20, 'data')] })
        const rules = [rule(10), rule(20, 'data'), rule(30, 'payments')]
        return ['/settings', () => call('PATCH', '/rate-limits', { rules })]
      },
      open: (page) => page.getByRole('group', { name: 'Rule 1' }).waitFor(),
      type: async (page) => {
        await page.getByRole('group', { name: 'Rule 1' }).getByLabel('Requests', { exact: true }).fill('11')
        await page.getByRole('button', { name: 'Remove: Rule 2' }).click()
      },
      request: /\/rate-limits$/,
      stored: async () => (await call('GET', '/rate-limits')).rules,
      both: [rule(11), rule(30, 'payments')],
      outdated: true,
    },
    'a policy': {
      store: async () => {
        const policy = { action: 'select', subject: 'public', effect: 'allow', condition: null }
        await make('/tables/books/rls', policy)
        const change = { condition: "title = 'Utengano'" }
        return ['/policies?table=books', () => call('PATCH', `/tables/books/rls/${stored.id}`, change)]
      },
      open: (page) => page.getByRole('button', { name: 'Allow', exact: true }).click(),
      type: async (page) => {
        await dialog(page).getByRole('combobox', { name: 'Effect' }).click()
        await page.getByRole('option', { name: 'Deny' }).click()
      },
      request: /\/rls\/[-0-9a-f]+$/,
      stored: async () => (await call('GET', '/tables/books/rls'))[0],
      both: { effect: 'deny', condition: "title = 'Utengano'", subject: 'public' },
    },
    'a variable': {
      store: async () => {
        await make('/env', { key: 'SHOP', value: 'before', environment: 'production' })
        return ['/environment', () => call('PATCH', `/env/${stored.id}`, { value: 'elsewhere' })]
      },
      open: async (page) => {
        await page.getByRole('button', { name: /: SHOP$/ }).click()
        await page.getByRole('menuitem', { name: 'Change the value' }).click()
      },
      type: (page) => dialog(page).getByLabel('Value').fill('typed'),
      request: /\/env\/[-0-9a-f]+$/,
      stored: async () => (await call('GET', '/env'))[0],
      both: { key: 'SHOP', value: 'typed' },
    },
    'a saved query': {
      store: async () => {
        await make('/query/saved', { name: 'Count', folder: null, sql: 'select 1' })
        return ['/sql', () => call('PATCH', `/query/saved/${stored.id}`, { folder: 'Reports' })]
      },
      open: async (page) => {
        await page.getByRole('button', { name: 'Actions: Count' }).click()
        await page.getByRole('menuitem').first().click()
      },
      type: (page) => dialog(page).getByLabel('Name', { exact: true }).fill('Count all'),
      request: /\/query\/saved\/[-0-9a-f]+$/,
      stored: async () => (await call('GET', '/query/saved'))[0],
      both: { name: 'Count all', folder: 'Reports', sql: 'select 1' },
    },
  }

  test.each(Object.entries(forms))(
    '%s: keeps what is typed over a refusal, and what was changed elsewhere',
    async (_, form) => {
      const [path, elsewhere] = await form.store()
      const { page, problems, close } = await opened.visit(`/projects/${project.id}${path}`, { as: email })
      await form.open(page)
      await form.type(page)
      const slow = Promise.withResolvers<void>()
      let tries = 0
      await page.route(form.request, async (route) => {
        if (route.request().method() === 'GET') return route.continue()
        tries += 1
        const json = { success: false, message: 'Busy.', errors: ['Busy.'] }
        if (tries === 1) return route.fulfill({ status: 503, json })
        await slow.promise
        return route.continue()
      })
      const save = page.getByRole('button', { name: /^Save( query)?$/ }).last()
      await save.click()
      await page.getByText('Busy.').first().waitFor()
      await elsewhere()
      slow.resolve()
      await save.click()
      if (form.outdated) {
        await expect.poll(() => tries).toBe(2)
        await page.getByRole('group', { name: 'Rule 2' }).getByText('Payments').waitFor()
        await save.click()
      }
      await expect.poll(form.stored).toMatchObject(form.both as object)
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      expect(problems([503, 409])).toEqual([])
      await close()
    },
  )
})

describe.skipIf(NO_CHROMIUM)('a form that is left', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    const call = (method: string, path: string, body?: unknown) =>
      opened.app.api(method, path, { token: project.token, body })
    email = (await call('GET', '/me')).data.email
    const columns = [{ name: 'title', data_type: 'string' }]
    await call('POST', `/projects/${project.id}/tables`, { name: 'Books', columns })
    await call('POST', `/projects/${project.id}/tables/books/records`, { data: { title: 'Utengano' } })
  })
  afterAll(() => opened?.stop())

  test.each([
    ['tables?table=books', 'Open row', 'title', 'Utengano'],
    ['api-keys', 'New key', 'Name', ''],
  ])(
    '%s: asks where something is typed, and not where it is typed back',
    async (path, button, field, before) => {
      const { page, problems, close } = await opened.visit(`/projects/${project.id}/${path}`, { as: email })
      await page.getByRole('button', { name: button }).first().click()
      const form = page.getByRole('dialog')
      const input = form.getByRole('textbox', { name: new RegExp(`^${field}`) })
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        asked.push(dialog.message())
        return dialog.dismiss()
      })
      await input.fill('Something else')
      await form.getByRole('button', { name: 'Cancel' }).click()
      await expect.poll(() => asked).toEqual(['What you have typed is not saved. Leave anyway?'])
      await expect.poll(() => input.inputValue()).toBe('Something else')
      await input.fill(before)
      await form.getByRole('button', { name: 'Cancel' }).click()
      await form.waitFor({ state: 'detached' })
      expect(asked).toHaveLength(1)
      expect(problems()).toEqual([])
      await close()
    },
  )
})
