// The screen of policies: made, changed, tried and deleted, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { violationsOf } from './axe.ts'
import { holdBack } from './hold-back.ts'
import { drawn, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('policies', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  const titles = async () => {
    const { data } = await opened.app.api('GET', '/data/books', { key: project.publishable })
    return data?.map(({ title }: { title: string }) => title)
  }

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const columns = [
      { name: 'title', data_type: 'string' },
      { name: 'published', data_type: 'boolean' },
    ]
    await api('POST', '/tables', { name: 'Books', columns })
    for (const [title, published] of [
      ['Utengano', true],
      ['Rasimu', false],
    ])
      await api('POST', '/tables/books/records', { data: { title, published } })
  })
  afterAll(() => opened?.stop())

  test.each(['light', 'dark'] as const)('begins with all tables and their rules, %s', async (scheme) => {
    await api('POST', '/tables', {
      name: `Shelves ${scheme}`,
      columns: [{ name: 'place', data_type: 'string' }],
    })
    const [open, closed] = [`notes_${scheme}`, `shelves_${scheme}`]
    await api('POST', '/tables', { name: open, columns: [{ name: 'published', data_type: 'boolean' }] })
    const rule = { action: 'select', subject: 'public', effect: 'allow', condition: 'published' }
    const clerk = await api('POST', '/roles', { name: `Clerk ${scheme}` })
    await api('POST', '/roles', { name: `Guest ${scheme}` })
    await api('POST', `/tables/${open}/rls`, rule)
    await api('POST', `/tables/${open}/rls`, { ...rule, action: 'insert', subject: 'authenticated' })
    await api('POST', `/tables/${open}/rls`, {
      ...rule,
      action: 'delete',
      subject: 'role',
      role_ids: [clerk.id],
    })
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/policies`, {
      as: email,
      scheme,
    })
    const row = (name: string) =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
    await row(closed).getByText('Closed', { exact: true }).waitFor()
    await row(open).getByText('Open to everybody: Read', { exact: true }).waitFor()
    await row(open).getByText('Open to signed-in users: Insert, Delete', { exact: true }).waitFor()
    await row(open).getByText('3 rules').waitFor()
    const rules = () => row(open).getByRole('listitem').allInnerTexts()
    await expect
      .poll(async () => (await rules()).map((text) => text.replaceAll(/\s+/g, ' ')))
      .toEqual([
        'Allow Read · Everybody · Published rows published',
        'Allow Insert · Signed-in users · Published rows published',
        `Allow Delete · Users with a role: Clerk ${scheme} · Published rows published`,
      ])
    await expect.poll(() => violationsOf(page)).toEqual([])

    await page.getByRole('link', { name: `New policy: ${closed}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await api('GET', `/tables/${closed}/rls`)).toMatchObject([
      { action: 'select', subject: 'authenticated', effect: 'allow', condition: null },
    ])
    await page.goBack()
    await row(closed).getByText('Open to signed-in users: Read', { exact: true }).waitFor()
    await page.getByRole('link', { name: `Try it: ${closed}` }).click()
    await page.getByText('No rows to try').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('makes a policy of a template, tries it, and deletes it', async () => {
    const address = `/projects/${project.id}/policies?table=books`
    const { page, problems, close } = await opened.visit(address, { as: email })
    await page.getByText('No policies: secret keys').waitFor()
    await page.getByRole('button', { name: 'Add a policy: Read, Everybody' }).click()
    await page.getByRole('combobox', { name: 'Which rows' }).click()
    await page.getByRole('option', { name: 'Published rows' }).click()
    await page.getByRole('textbox', { name: 'Condition' }).getByText('published').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /Allow ?published/ }).waitFor()
    expect(await titles()).toEqual(['Utengano'])
    expect(await api('GET', '/tables/books/rls')).toMatchObject([
      { action: 'select', subject: 'public', effect: 'allow', condition: 'published' },
    ])

    await page.getByRole('tab', { name: 'Try it' }).click()
    const row = (title: string) => page.getByRole('row').filter({ hasText: title })
    await row('Utengano').getByText('Visible').waitFor()
    await row('Rasimu').getByText('Hidden').waitFor()

    await page.getByRole('tab', { name: 'Policies' }).click()
    await page.getByRole('button', { name: /Allow ?published/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No policies: secret keys').waitFor()
    expect(await api('GET', '/tables/books/rls')).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('lists all tables with what is open, and has policies of files and users', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/policies`, { as: email })
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await row('storage_objects').getByText('Closed', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'users', exact: true }).click()
    await page.getByRole('button', { name: 'Add a policy: Read, Everybody' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /Add a policy: Insert/ }).count()).toBe(0)
    await page.goBack()
    await page.getByRole('link', { name: 'storage_objects', exact: true }).click()
    await page.getByRole('button', { name: 'Add a policy: Insert, Signed-in users' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor()
    expect(await api('GET', '/tables/storage_objects/rls')).toMatchObject([
      { action: 'insert', subject: 'authenticated', effect: 'allow', condition: null },
    ])
    await page.goBack()
    await row('storage_objects').getByText('Open to signed-in users: Insert').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test.each([
    ['its list', '[role=combobox][id][aria-haspopup=listbox]'],
    ['the editor below', '.cm-content'],
  ] as const)('opens a select where %s arrives between press and release', async (what, arrived) => {
    const address = `/projects/${project.id}/policies?table=books`
    const { page, problems, close } = await opened.visit(address, { as: email })
    const list = await holdBack(page, 'select-popup')
    const editor = await holdBack(page, 'editor')
    const [first, second] = what === 'its list' ? [list, editor] : [editor, list]
    await page.getByRole('button', { name: 'Add a policy: Read, Everybody' }).click()
    await page.getByRole('combobox', { name: 'Which rows' }).hover()
    await Promise.all([list.asked, editor.asked])
    await page.mouse.down()
    first.release()
    await page.getByRole('dialog').locator(arrived).first().waitFor()
    await page.mouse.up()
    second.release()
    await page.getByRole('option', { name: 'Published rows' }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test.each(['before', 'after'])(
    'opens a select that is moved between press and release, %s its list is there',
    async (when) => {
      const address = `/projects/${project.id}/policies?table=books`
      const { page, problems, close } = await opened.visit(address, { as: email })
      const list = await holdBack(page, 'select-popup')
      await page.getByRole('button', { name: 'Add a policy: Read, Everybody' }).click()
      const select = page.getByRole('combobox', { name: 'Which rows' })
      await select.hover()
      await list.asked
      if (when === 'after') {
        list.release()
        await page.getByRole('dialog').locator('[role=combobox][id][aria-haspopup=listbox]').first().waitFor()
      }
      await page.mouse.down()
      const dialog = page.getByRole('dialog')
      await dialog.evaluate((element: HTMLElement) => element.style.setProperty('translate', '0 150px'))
      // Once that is drawn, it has gone from under the pointer.
      await drawn(page)
      await page.mouse.up()
      list.release()
      await page.getByRole('option', { name: 'Published rows' }).waitFor()
      expect(problems()).toEqual([])
      await close()
    },
  )

  test('says what is wrong with a condition while it is typed', async () => {
    const address = `/projects/${project.id}/policies?table=books`
    const { page, problems, close } = await opened.visit(address, { as: email })
    await page.getByRole('button', { name: 'Add a policy: Update, Signed-in users' }).click()
    await page.getByRole('textbox', { name: 'Condition' }).click()
    await page.keyboard.type('titel is null')
    await page.getByRole('alert').filter({ hasText: 'Did you mean title?' }).waitFor()
    const marked = page.getByRole('dialog').locator('.cm-lintRange-error')
    await marked.waitFor()
    await expect.poll(() => marked.textContent()).toBe('titel is null')
    for (const _letter of 'titel is null') await page.keyboard.press('Backspace')
    await page.keyboard.type('title is null')
    await marked.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByRole('dialog').getByRole('alert').count()).toBe(0)
    expect(await api('GET', '/tables/books/rls')).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('tries rows and writes as a user, and undoes them', async () => {
    const columns = [
      { name: 'text', data_type: 'string', required: true },
      { name: 'reader', data_type: 'string' },
    ]
    await api('POST', '/tables', { name: 'Notes', columns })
    const user = await api('POST', '/auth/users', { email: 'neema@example.com' })
    const own = { subject: 'authenticated', condition: 'reader = auth.email()' }
    for (const action of ['select', 'update']) await api('POST', '/tables/notes/rls', { action, ...own })
    for (const data of [
      { text: 'of Neema', reader: 'neema@example.com' },
      { text: 'of the shop', reader: 'shop@example.com' },
    ])
      await api('POST', '/tables/notes/records', { data })
    const before = await api('GET', '/tables/notes/records')

    const address = `/projects/${project.id}/policies?table=notes&tab=try`
    const { page, problems, close } = await opened.visit(address, { as: email })
    const row = (text: string) =>
      page.getByRole('table', { name: 'Rows' }).getByRole('row').filter({ hasText: text })
    await row('of Neema').getByText('Hidden').waitFor()
    await row('of Neema').getByText('It is about other callers.').waitFor()
    await page.getByRole('searchbox', { name: 'Search users' }).fill('neema')
    await page.getByRole('combobox', { name: 'Caller' }).click()
    await page.getByRole('option', { name: 'neema@example.com' }).click()
    await row('of Neema').getByText('Visible').waitFor()
    await row('of the shop').getByText('Hidden').waitFor()
    await row('of the shop').getByText('reader = auth.email()').waitFor()
    await row('of the shop').getByText('The condition is not met.').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('caller')).toBe(`user:${user.id}`)

    const outcome = page.getByRole('region', { name: 'What would have happened' })
    const fill = async (values: object) => {
      await page.getByRole('textbox', { name: 'Values as JSON' }).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(JSON.stringify(values))
    }
    const attempt = () => page.getByRole('button', { name: 'Try', exact: true }).click()
    await fill({ text: 'new' })
    await attempt()
    await outcome.getByText('Would be refused').waitFor()
    await outcome.getByText('No allow policy matches.').waitFor()

    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Update' }).click()
    await page.getByRole('combobox', { name: 'Row', exact: true }).click()
    await page.getByRole('option', { name: /^of Neema/ }).click()
    await fill({ text: 'changed' })
    await attempt()
    await outcome.getByText('Would be done').waitFor()
    await outcome.getByRole('heading', { name: 'The row as it would be: Allow' }).waitFor()
    await outcome
      .getByRole('textbox', { name: 'The row as it would be, as JSON' })
      .getByText('changed')
      .waitFor()
    // Given away, it would no longer be theirs.
    await fill({ reader: 'shop@example.com' })
    await attempt()
    await outcome.getByText('Would be refused').waitFor()
    await outcome.getByRole('heading', { name: 'The row as it is: Allow' }).waitFor()
    await outcome.getByRole('heading', { name: 'The row as it would be: Deny' }).waitFor()

    await expect.poll(() => violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 760 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await expect.poll(() => violationsOf(page)).toEqual([])
    expect(await api('GET', '/tables/notes/records')).toEqual(before)
    expect(problems([403])).toEqual([])
    await close()
  })
})
