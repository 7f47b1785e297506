// Keys of the whole page, their sheet, the palette, and Tab in the editor of code.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { violationsOf } from './axe.ts'
import { drawn, type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('the keyboard', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) => {
    const { status, text, data } = await opened.app.api(method, `/projects/${project.id}${path}`, {
      token: project.token,
      body,
    })
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return data
  }
  const visit = (path: string) => opened.visit(`/projects/${project.id}${path}`, { as: email })
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const columns = [{ name: 'title', data_type: 'string' }]
    await api('POST', '/tables', { name: 'Books', columns })
    await api('POST', '/tables/books/records', { data: { title: 'Utengano' } })
    await api('POST', '/auth/users', { email: 'amina@duka.example', password: 'correct horse 1' })
    await api('POST', '/query/saved', { name: 'Loans of the week', sql: 'select 7 as loans' })
  })
  afterAll(() => opened?.stop())

  test('`g` and a letter lead to screens, `/` to the search, and `?` shows what there is', async () => {
    const { page, problems, close } = await visit('/users')
    await heading(page, 'Users').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('gs?')
    // What is typed into a field is no shortcut.
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('gs?')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('searchbox').clear()
    await page.getByRole('searchbox').blur()

    for (const [key, name] of [
      ['m', 'Schema'],
      ['f', 'Functions'],
      ['u', 'Users'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await heading(page, name).waitFor()
    }
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Search by').waitFor()
    await sheet.getByText('Table editor').waitFor()
    // A sheet that is open is closed first.
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await drawn(page)
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/users$/)

    await sheet.getByRole('checkbox').click()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    for (const key of ['?', 'g', 's', '/']) await page.keyboard.press(key)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to a screen' }).fill('keyboard shortcuts')
    await page.keyboard.press('Enter')
    await sheet.waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/users$/)
    await sheet.getByRole('checkbox').click()
    await page.keyboard.press('Escape')
    expect(problems()).toEqual([])
    await close()
  })

  test('`?` knows what the screen takes, and begins an edit in a cell', async () => {
    const { page, problems, close } = await visit('/tables?table=books')
    const cell = page.locator('[role=gridcell][data-name=title]')
    await cell.getByText('Utengano').click()
    await page.keyboard.press('?')
    await expect.poll(() => page.getByRole('textbox', { name: 'title' }).inputValue()).toBe('?')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Books' }).first().click()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Edit the cell').waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(problems()).toEqual([])
    await close()
  })

  test('the palette finds tables, users, saved queries and what can be begun', async () => {
    const { page, problems, close } = await visit('')
    await heading(page, 'Duka').waitFor()
    const choose = async (text: string, option: RegExp) => {
      await page.keyboard.press('Control+k')
      const field = page.getByRole('combobox', { name: 'Go to a screen' })
      await field.waitFor()
      await field.fill(text)
      await page.getByRole('option', { name: option }).click()
    }
    await choose('boo', /^Books\s*Table$/)
    await page.locator('[role=gridcell]').getByText('Utengano').waitFor()
    await choose('amina@', /^amina@duka.example\s*User$/)
    await heading(page, 'amina@duka.example').waitFor()
    await choose('of the week', /^Loans of the week\s*Saved query$/)
    await page.getByRole('textbox', { name: 'SQL' }).getByText('select 7 as loans').waitFor()
    await choose('new table', /^New table\s*Action$/)
    await page
      .getByRole('dialog', { name: 'New table' })
      .getByLabel('Name', { exact: true })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await choose('theme: dark', /^Theme: Dark/)
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    expect(problems()).toEqual([])
    await close()
  })

  test('Tab indents before the code for writing is there, and after; Esc and then Tab leaves', async () => {
    const released = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const prepare = (page: Page) =>
      page.route(/\/assets\/writing-[^/]*\.js$/, async (route) => {
        asked.resolve()
        await released.promise
        await route.continue()
      })
    const own = await opened.app.createProject('Shule')
    const as = (await opened.app.api('GET', '/me', { token: own.token })).data.email
    const { page, problems, close } = await opened.visit(`/projects/${own.id}/sql`, { as, prepare })
    const editor = page.getByRole('textbox', { name: 'SQL' })
    await editor.focus()
    await asked.promise
    const text = () => editor.locator('.cm-line').allInnerTexts()
    await page.keyboard.type('select 1')
    await page.keyboard.press('Tab')
    await expect.poll(text).toEqual(['  select 1'])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(' as one')
    await expect.poll(text).toEqual(['  select 1 as one'])
    released.resolve()
    // What is loaded takes over.
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+f')
        return page.locator('.cm-search').count()
      })
      .toBe(1)
    await page.keyboard.press('Escape')
    await editor.focus()
    await page.keyboard.press('Tab')
    await expect.poll(text).toEqual(['    select 1 as one'])
    const description = async () =>
      page.locator(`[id="${await editor.getAttribute('aria-describedby')}"]`).innerText()
    await expect.poll(description).toContain('Esc, then Tab')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect.poll(() => editor.evaluate('document.activeElement.closest(".cm-editor")')).toBeNull()
    await editor.focus()
    await page.keyboard.press('Escape')
    await page.keyboard.type(' ')
    await page.keyboard.press('Tab')
    await expect
      .poll(() => editor.evaluate('document.activeElement.closest(".cm-editor") !== null'))
      .toBe(true)
    expect(problems()).toEqual([])
    await close()
  })
})
