// The functions screen: written, refused, deployed, called, compared and rolled back, checked over the API.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { holdBack } from './hold-back.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

const codeOf = (answer: string) =>
  `export default { fetch(request) { console.log('asked for', '${answer}'); return Response.json({ answer: '${answer}' }) } }`

describe.skipIf(NO_CHROMIUM)('functions', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(() => opened?.stop())

  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    opened.app.api(method, `/projects/${project.id}/functions${path}`, {
      token: project.token,
      ...(body === undefined ? {} : { body }),
    })

  // Replaces all of the text, as people do.
  const write = async (page: Page, editor: string, text: string) => {
    await page.getByRole('textbox', { name: editor }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }

  test('creates, deploys, calls and compares a function, and lets an earlier version run', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/functions`, { as: email })
    await page.getByText('No functions yet').waitFor()
    await page.getByRole('button', { name: 'New function' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Place order')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'Place order' }).waitFor()

    await write(page, 'Code of index.ts', 'export default {\n  fetch( {\n}')
    await page.getByRole('button', { name: 'Deploy' }).click()
    await page.getByText('This cannot be deployed').waitFor()
    await page.locator('.cm-lint-marker-error').first().waitFor()

    await write(page, 'Code of index.ts', codeOf('first'))
    await page.getByRole('button', { name: 'Deploy' }).click()
    await page.getByText('Version 1 runs').first().waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.getByText('"first"').waitFor()

    await write(page, 'Code of index.ts', codeOf('second'))
    await page.getByRole('button', { name: 'Deploy' }).click()
    await page.getByText('Version 2 runs').first().waitFor()
    const [{ id }] = (await call('GET', '')).data
    expect((await call('POST', `/${id}/invoke`, {})).data.body).toEqual({ answer: 'second' })

    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByRole('button', { name: 'Version 2', exact: true }).click()
    await page.locator('.cm-deletedChunk').getByText('first').first().waitFor()
    await page.getByRole('button', { name: 'All versions' }).click()
    await page.getByRole('button', { name: 'Let it run: Version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Let it run' }).click()
    const answered = async () => (await call('POST', `/${id}/invoke`, {})).data.body
    await expect.poll(answered).toEqual({ answer: 'first' })
    expect(problems([400])).toEqual([])
    await close()
  })

  test('searches the log, changes settings and deletes the function', async () => {
    const { id } = (await call('POST', '', { name: 'Greet', code: codeOf('habari') })).data
    await call('POST', `/${id}/deploy`)
    await call('POST', `/${id}/invoke`, {})
    const path = `/projects/${project.id}/functions?function=${id}`
    const { page, problems, close } = await opened.visit(`${path}&tab=logs`, { as: email })
    await page.getByText('asked for habari').waitFor()
    await page.getByRole('searchbox', { name: 'Search in the log' }).fill('nothing like it')
    await page.getByText('Nothing matches the search.').waitFor()

    await page.getByRole('tab', { name: 'Calls' }).click()
    const [called] = (await call('GET', `/${id}/invocations`)).data
    expect(called.memory_bytes).toBeGreaterThan(0)
    const row = page.getByRole('row', { name: 'POST /' })
    await row
      .getByText(/^[\d.,]+ ms$/)
      .nth(1)
      .waitFor()
    await row.getByText(/^[\d.,]+ MB$/).waitFor()
    await page.getByRole('tab', { name: 'Figures' }).click()
    await page.getByText('Processor time is known of 1 of 1 calls').waitFor()

    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('Time limit in milliseconds').fill('5000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await call('GET', `/${id}`)).data.timeout_ms).toBe(5000)

    await page.getByRole('button', { name: 'Delete the function' }).click()
    await page.getByRole('dialog').getByLabel('to confirm').fill('Greet')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the function' }).click()
    await page.getByText('Greet is deleted').waitFor()
    expect((await call('GET', `/${id}`)).status).toBe(404)
    expect(problems()).toEqual([])
    await close()
  })

  test('requests are saved for all members, chosen, renamed and deleted', async () => {
    const { id } = (await call('POST', '', { name: 'Tried', code: codeOf('x') })).data
    const path = `/projects/${project.id}/functions?function=${id}`
    const { page, problems, close } = await opened.visit(path, { as: email })
    const kept = async () => {
      const item = `/projects/${project.id}/console/requests:${id}?for=project`
      return (await opened.app.api('GET', item, { token: project.token })).data?.value.requests
    }
    const menu = page.getByRole('button', { name: 'Actions: Saved requests' })
    const dialog = page.getByRole('dialog')
    await page.getByRole('textbox', { name: 'Path' }).fill('/orders?day=1')
    await page.getByLabel('Headers').fill('accept-language: sw')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Save as…' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Orders of a day')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Orders of a day is saved').waitFor()
    const orders = { name: 'Orders of a day', method: 'POST', path: '/orders?day=1', body: '' }
    expect(await kept()).toEqual([{ ...orders, headers: 'accept-language: sw' }])

    await page.getByRole('textbox', { name: 'Path' }).fill('/orders?day=2')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Save Orders of a day' }).click()
    await expect.poll(async () => (await kept())[0].path).toBe('/orders?day=2')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Second day')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.poll(async () => (await kept())[0].name).toBe('Second day')

    await page.reload()
    await page.getByRole('combobox', { name: 'Saved requests' }).click()
    await page.getByRole('option', { name: 'Second day' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Path' }).inputValue()).toBe('/orders?day=2')
    await expect.poll(() => page.getByLabel('Headers').inputValue()).toBe('accept-language: sw')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Second day is deleted').waitFor()
    expect(await kept()).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('loses nothing of what is typed before the editor is there, and goes on at the caret', async () => {
    const { id } = (await call('POST', '', { name: 'Early', code: 'first\nlast' })).data
    const address = `/projects/${project.id}/functions?function=${id}`
    const coming = Promise.withResolvers<Awaited<ReturnType<typeof holdBack>>>()
    const prepare = async (page: Page) => coming.resolve(await holdBack(page, 'editor'))
    const { page, problems, close } = await opened.visit(address, { as: email, prepare })
    const { asked, release } = await coming.promise
    await asked
    const editor = page.getByRole('textbox', { name: 'Code of index.ts' })
    await editor.click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Tab')
    await page.keyboard.type('the ')
    await expect.poll(() => editor.inputValue()).toBe('  the first\nlast')
    await page.getByText('Not saved').waitFor()
    release()
    // Typed on while the editor takes its place.
    const text = 'very '.repeat(8)
    await page.keyboard.type(text)
    await editor.locator('.cm-line').first().waitFor()
    await page.keyboard.type('much ')
    const lines = () => editor.locator('.cm-line').allTextContents()
    await expect.poll(lines).toEqual([`  the ${text}much first`, 'last'])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await call('GET', `/${id}`)).data.files['index.ts']).toBe(`  the ${text}much first\nlast`)
    await expect.poll(lines).toEqual([`  the ${text}much first`, 'last'])
    expect(problems()).toEqual([])
    await close()
  })

  test('the editor can be left by the keyboard, and says what is not saved', async () => {
    const { id } = (await call('POST', '', { name: 'Keys' })).data
    const path = `/projects/${project.id}/functions?function=${id}`
    const { page, problems, close } = await opened.visit(path, { as: email })
    const editor = page.getByRole('textbox', { name: 'Code of index.ts' })
    const focused = () => editor.evaluate<string>('document.activeElement.getAttribute("aria-label")')
    await editor.click()
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('Code of index.ts')
    await page.getByText('Not saved').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect.poll(focused).not.toBe('Code of index.ts')
    page.once('dialog', (dialog) => dialog.dismiss())
    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByText('Not saved').waitFor()
    expect((await call('GET', `/${id}`)).data.changed).toBe(true)
    expect(problems()).toEqual([])
    await close()
  })
})
