// The diagram of a schema: arranged together, related by dragging, saved as files; checked over the API.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('the diagram', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const api = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  const open = (as = email, near = '') =>
    opened.visit(`/projects/${project.id}/schema?tab=diagram${near}`, { as })
  const table = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
  const kept = async () => (await api('GET', '/console/diagram?for=project'))?.value?.tables ?? {}

  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened?.stop())

  const start = async () => {
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const columns = [{ name: 'author_id', data_type: 'uuid' }]
    const authors = await api('POST', '/tables', { name: 'Authors' })
    const books = await api('POST', '/tables', { name: 'Books', columns })
    return { authors: authors.id as string, books: books.id as string }
  }

  test('is arranged by mouse and keys, and stays so for everybody', async () => {
    const { authors, books } = await start()
    const { page, problems, close } = await open()
    const name = table(page, 'Books').getByText('Books')
    // Tables are laid out before they are seen, and come to rest after that.
    await name.hover({ position: { x: 30, y: 10 } })
    const box = await name.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 10]
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 90, { steps: 5 })
    await page.mouse.up()
    await expect.poll(kept).toHaveProperty(books)
    const before = (await kept())[authors]
    await table(page, 'Authors').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await kept())[authors].x).toBeGreaterThan(before.x)
    await page.getByRole('button', { name: 'Fold', exact: true }).click()
    await expect.poll(async () => (await kept())[authors].folded).toBe(true)
    await page.getByRole('button', { name: 'Move' }).click()
    const frame = await page.getByRole('group', { name: /^Diagram of the tables/ }).boundingBox()
    await page.mouse.click((frame?.x ?? 0) + 20, (frame?.y ?? 0) + 20)
    await expect.poll(async () => (await kept())[authors].x).toBeLessThan(before.x)
    await table(page, 'users').getByText('users').click()
    await page.getByRole('button', { name: 'Hide' }).click()
    await table(page, 'users').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '4 of 5 tables' }).waitFor()
    await expect
      .poll(async () => Object.values(await kept()).filter(({ hidden }: any) => hidden))
      .toHaveLength(1)
    const left = await kept()
    await page.reload()
    await page.getByRole('button', { name: '4 of 5 tables' }).click()
    await page.getByRole('checkbox', { name: 'users' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await table(page, 'users').waitFor()
    await expect.poll(async () => Object.values(await kept()).some(({ hidden }: any) => hidden)).toBe(false)
    expect((await kept())[books]).toEqual(left[books])
    expect(problems()).toEqual([])
    await close()
  })

  test('takes what a colleague has arranged meanwhile', async () => {
    const { authors, books } = await start()
    const { page, problems, close } = await open()
    await table(page, 'Authors').waitFor()
    const value = { tables: { [books]: { x: -700, y: 30, folded: true } } }
    await api('PUT', '/console/diagram?for=project', { value })
    await table(page, 'Authors').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect.poll(kept).toHaveProperty(authors)
    expect((await kept())[books]).toEqual(value.tables[books])
    expect(problems([412])).toEqual([])
    await close()
  })

  test('relates tables by dragging from a column', async () => {
    await start()
    const { page, problems, close } = await open()
    const column = table(page, 'Books').locator('[data-column=author_id]')
    const line = page.locator('.react-flow__connection')
    const target = table(page, 'Authors').getByText('created_at')
    await column.hover()
    await column.locator('.react-flow__handle').hover()
    await page.mouse.down()
    // The line follows the mouse once it has moved, and knows its end where the mouse comes to rest.
    await target.hover()
    await line.waitFor({ state: 'attached' })
    await target.hover({ position: { x: 2, y: 2 } })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Show SQL' }).click()
    await page.getByRole('textbox', { name: 'Statements' }).getByText('references').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'New relationship' }).click()
    await page.locator('.react-flow__edge').waitFor({ state: 'attached' })
    expect(await api('GET', '/schema/relationships')).toMatchObject([
      { from_table: 'books', from_column: 'author_id', to_table: 'authors', to_column: 'id' },
    ])
    // The dialog fades out, and tables move apart for what relates them now.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const neighbours = page.getByRole('button', { name: 'Only its neighbours' })
    await expect
      .poll(async () => {
        await table(page, 'Books').getByText('Books').click()
        return neighbours.isVisible()
      })
      .toBe(true)
    await neighbours.click()
    await page.waitForURL('**near=books')
    await table(page, 'users').waitFor({ state: 'detached' })
    await table(page, 'Authors').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('is saved as SVG, PNG and Mermaid', async () => {
    await start()
    await api('POST', '/tables', { name: '<script>alert(1)</script> & "co"' })
    const { page, problems, close } = await open()
    const save = async (name: string) => {
      await page.getByRole('button', { name: 'Export' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name }).click()
      return readFile(await (await download).path())
    }
    const svg = (await save('SVG')).toString()
    const errors = () =>
      page.evaluate(
        (text) =>
          new DOMParser().parseFromString(text, 'image/svg+xml').querySelectorAll('parsererror, script')
            .length,
        svg,
      )
    await expect.poll(errors).toBe(0)
    expect(svg).toContain('>Authors</text>')
    expect(svg).toContain('author_id')
    expect([...(await save('PNG')).subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
    expect((await save('Mermaid')).toString()).toMatch(/^erDiagram\n/)
    expect(problems()).toEqual([])
    await close()
  })

  test('lets a viewer look, and keeps nothing of it', async () => {
    await start()
    const { user } = await opened.app.register()
    const { organisation_id } = await api('GET', '')
    const body = { email: user.email, role: 'viewer' }
    await opened.app.api('POST', `/organisations/${organisation_id}/members`, { token: project.token, body })
    const { page, problems, close } = await open(user.email)
    await table(page, 'Books').getByText('Books').click()
    await page.getByRole('button', { name: 'Fold', exact: true }).click()
    await page.getByRole('button', { name: 'Unfold', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'New relationship' }).count()).toBe(0)
    await expect.poll(() => page.locator('[data-column] .react-flow__handle').count()).toBe(0)
    await page.getByRole('tab', { name: 'Tables' }).click()
    await page.getByRole('button', { name: 'Books', exact: true }).waitFor()
    expect(await api('GET', '/console?for=project')).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })

  test('draws of five hundred tables what can be seen', async () => {
    await start()
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/schema`, {
      as: email,
      prepare: (page) => page.route('**/schema/diagram', (route) => route.fulfill({ json: large(500, 20) })),
    })
    await page.getByRole('tab', { name: 'Diagram' }).click()
    await page.getByText('table 7', { exact: true }).waitFor({ state: 'attached' })
    await expect.poll(() => page.locator('[data-table]').count()).toBe(500)
    await expect.poll(() => page.locator('[data-column]').count()).toBe(0)
    await page.getByRole('combobox', { name: 'Find a table' }).click()
    await page.getByRole('combobox', { name: 'Search tables' }).fill('table 250')
    await page.getByRole('option', { name: 'table 250' }).click()
    await table(page, 'table 250').locator('[data-column=c19]').waitFor()
    await expect.poll(() => page.locator('[data-table]').count()).toBeLessThan(60)
    expect(problems()).toEqual([])
    await close()
  })
})

// A square of tables, each of which refers to the one before it.
function large(tables: number, columns: number) {
  const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const nodes = Array.from({ length: tables }, (_, n) => ({
    id: id(n),
    slug: `table_${n}`,
    name: `table ${n}`,
    description: null,
    read_only: false,
    columns: Array.from({ length: columns }, (_, c) => ({
      id: `${n}-${c}`,
      name: `c${c}`,
      data_type: 'uuid',
      required: c === 0,
      unique: c === 0,
      primary_key: c === 0,
      foreign_key: c === 1,
    })),
    position: { x: (n % 25) * 380, y: Math.floor(n / 25) * 680 },
    width: 260,
    height: 44 + columns * 28,
  }))
  const edges = nodes.slice(1).map((node, n) => ({
    id: `link ${n}`,
    name: 'c1',
    source: node.id,
    target: id(n),
    from_table: node.slug,
    from_column: 'c1',
    to_table: `table_${n}`,
    to_column: 'c0',
    on_delete: 'restrict',
    cardinality: 'many_to_one',
  }))
  return { success: true, message: 'OK', data: { nodes, edges, mermaid: 'erDiagram\n' } }
}
