// The changes of a schema, applied to another project from the history, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('migrations', () => {
  let opened: OpenConsole
  let source: TestProject
  let target: { id: string }
  beforeAll(async () => {
    opened = await openConsole()
    source = await opened.app.createProject('Duka')
    target = (await opened.app.api('POST', '/projects', { token: source.token, body: { name: 'Jaribio' } }))
      .data
  })
  afterAll(() => opened?.stop())

  const call = async (project: { id: string }, method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: source.token, body })).data

  test('go to another project once, and are saved as SQL', async () => {
    const columns = [{ name: 'title', data_type: 'text' }]
    await call(source, 'POST', '/tables', { name: 'Books', columns })
    await call(source, 'POST', '/schema/exec-ddl', { sql: 'create index books_title on books (title)' })
    const email = (await opened.app.api('GET', '/me', { token: source.token })).data.email
    const path = `/projects/${source.id}/schema?tab=history`
    const { page, problems, close } = await opened.visit(path, { as: email })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as SQL' }).click()
    expect((await saved).suggestedFilename()).toBe('schema.sql')

    const apply = async () => {
      await page.getByRole('button', { name: 'Apply to another project' }).click()
      const dialog = page.getByRole('dialog', { name: 'Apply to another project' })
      const button = dialog.getByRole('button', { name: 'Apply to another project' })
      await dialog.getByRole('combobox', { name: 'Project' }).click()
      await page.getByRole('option', { name: 'Jaribio' }).click()
      await expect.poll(() => button.isDisabled()).toBe(true)
      await dialog.getByLabel('to confirm').fill('Jaribio')
      await button.click()
    }
    await apply()
    await page.getByText('2 applied, 0 skipped').waitFor()
    const slugs = (await call(target, 'GET', '/tables')).map(({ slug }: { slug: string }) => slug)
    expect(slugs).toContain('books')
    const [last] = await call(target, 'GET', '/schema/history')
    expect(last).toMatchObject({ kind: 'sql', origin: { project_id: source.id } })
    await page.getByRole('dialog', { name: 'Apply to another project' }).waitFor({ state: 'detached' })
    await apply()
    await page.getByText('0 applied, 2 skipped').waitFor()
    expect(await call(target, 'GET', '/schema/history')).toHaveLength(2)
    expect(problems()).toEqual([])
    await close()
  })
})
