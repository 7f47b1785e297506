// The screen of the API: requests of a table with their parameters, snippets, and runs with a key.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { LANGUAGES, openPrograms, type Programs } from '../../server/test/snippets/programs.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('the API', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  let programs: Programs
  const api = (method: string, path: string, body?: unknown) =>
    opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
  const rows = async () => (await api('GET', '/tables/books/records')).data
  const open = (search: string, prepare?: (page: Page) => Promise<unknown>) =>
    opened.visit(`/projects/${project.id}/api?table=books${search}`, { as: email, prepare })
  const paste = (page: Page, key: string) =>
    page.getByRole('textbox', { name: 'Publishable key', exact: true }).fill(key)
  const answer = (page: Page) => page.getByRole('region', { name: 'Answer' })

  beforeAll(async () => {
    opened = await openConsole()
    programs = await openPrograms()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const columns = [
      { name: 'title', data_type: 'string', required: true },
      { name: 'code', data_type: 'bigint', unique: true },
    ]
    await api('POST', '/tables', { name: 'Books', columns })
    await api('POST', '/tables/books/records', { data: { title: "Vuta n'kuvute", code: '9007199254740993' } })
    for (const action of ['select', 'insert', 'update', 'delete'])
      await api('POST', '/tables/books/rls', { action, subject: 'public', effect: 'allow' })
  })
  afterAll(async () => {
    await programs?.close()
    await opened?.stop()
  })

  test('filters with a pasted key, with all digits', async () => {
    const { page, problems, close } = await open('&do=filter')
    await expect.poll(() => page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true)
    await paste(page, project.publishable)
    await page.getByRole('textbox', { name: 'code', exact: true }).fill('gt.9007199254740992')
    await page.getByRole('region', { name: 'curl' }).getByText(project.publishable).waitFor()
    await page.getByRole('button', { name: 'Run' }).click()
    await answer(page).getByText('9007199254740993').waitFor()
    await page.getByRole('textbox', { name: 'title', exact: true }).fill('eq.Rasimu')
    await page.getByRole('button', { name: 'Run' }).click()
    await answer(page).getByText('9007199254740993').waitFor({ state: 'detached' })
    expect(problems()).toEqual([])
    await close()
  })

  test('writes after a question, and a snippet of curl does the same', async () => {
    const { page, problems, close } = await open('&do=insert')
    await paste(page, project.publishable)
    await page.getByRole('textbox', { name: 'Body' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(`{"title": "Kusadikika 'ya mbali'", "code": 9007199254740995}`)
    await page.getByRole('button', { name: 'Run and write' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Run and write' }).click()
    await answer(page).getByText('201', { exact: true }).waitFor()
    const written = () =>
      rows().then((all) => all.find(({ title }: { title: string }) => /mbali/.test(title)))
    expect(await written()).toMatchObject({ title: "Kusadikika 'ya mbali'" })
    await api('DELETE', `/tables/books/records/${(await written()).id}`)

    const text = await page.getByRole('region', { name: 'curl' }).locator('pre').innerText()
    expect(await programs.run('curl', text)).toContain('9007199254740995')
    expect(await written()).toMatchObject({ title: "Kusadikika 'ya mbali'" })
    expect(problems()).toEqual([])
    await close()
  })

  test('what is typed is the same call in every language', async () => {
    const { page, problems, close } = await open('&do=list&language=typescript')
    const type = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text)
    await type('select', 'title, author(name,country)')
    await type('order', 'title.desc.nullslast,code')
    await type('offset', '2')
    const shown = page.getByRole('tabpanel').locator('pre')
    await shown.getByText('.offset(2)').waitFor()
    for (const part of [
      `.select('title', 'author(name,country)')`,
      `.order('title', 'desc', { nulls: 'last' })`,
      `.order('code')`,
    ])
      await expect.poll(() => shown.innerText()).toContain(part)
    await page.getByRole('tab', { name: 'curl' }).click()
    const query = '?select=title,author(name,country)&order=title.desc.nullslast,code.asc&limit=10&offset=2'
    await shown.getByText(query).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('never keeps a secret key', async () => {
    const { page, problems, close } = await open('')
    await paste(page, project.secret)
    await page.getByText('It has not been kept.').waitFor()
    await expect.poll(() => page.content()).not.toContain(project.secret)
    await page.getByRole('combobox', { name: 'Key in the snippets' }).click()
    await page.getByRole('option', { name: 'Secret key' }).click()
    await page.getByRole('region', { name: 'curl' }).getByText('YOUR_SECRET_KEY').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Run' }).isDisabled()).toBe(true)
    expect(problems()).toEqual([])
    await close()
  })

  test('hears live changes', async () => {
    const { page, problems, close } = await open('&do=live')
    await paste(page, project.publishable)
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('Listening.').waitFor()
    await api('POST', '/tables/books/records', { data: { title: 'Rasimu' } })
    await page.getByRole('region', { name: 'Events' }).getByText('Rasimu').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Run' }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('says of an id that leads to another address that it does', async () => {
    const clicked = Promise.withResolvers<void>()
    const { page, problems, close } = await open('&do=one', async (page) => {
      await page.route(/\/records\?limit=1$/, async (route) => {
        await clicked.promise
        await route.continue()
      })
    })
    const id = page.getByRole('textbox', { name: 'id', exact: true })
    const [row] = await rows()
    await id.click()
    // The newest row, with which a request is tried, is known only once somebody is about to type.
    clicked.resolve()
    await page.getByRole('region', { name: 'curl' }).getByText(row.id).waitFor()
    await page.keyboard.type('..')
    await page
      .getByRole('alert')
      .getByText(/^\.\. has dots/)
      .waitFor()
    await id.fill('')
    await page.getByRole('region', { name: 'curl' }).getByText(row.id).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test.each(Object.keys(LANGUAGES))('a snippet of %s runs', async (language) => {
    const { page, problems, close } = await open(`&do=filter&language=${language}`)
    await paste(page, project.publishable)
    const shown = page.getByRole('tabpanel').locator('pre')
    await shown.getByText(project.publishable).waitFor()
    expect(await programs.run(language, await shown.innerText())).toContain('kuvute')
    expect(problems()).toEqual([])
    await close()
  })
})
