// The screen of SQL over a table of books.
import type { Page } from 'playwright-core'
import type { TestApp } from '../../server/test/harness.ts'
import { openConsole, type Visit, type VisitOptions } from './open-console.ts'

/** OpenSql is a project with its API, and `open` a visit of its screen of SQL. */
export interface OpenSql {
  readonly api: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Awaited<ReturnType<TestApp['api']>>['data']>
  readonly open: (options?: VisitOptions) => Promise<Visit>
  readonly stop: () => Promise<void>
}

/** openSql starts a server with a project. */
export async function openSql(): Promise<OpenSql> {
  const { app, visit, stop } = await openConsole()
  const { id, token } = await app.createProject('Duka')
  const { email } = (await app.api('GET', '/me', { token })).data
  const api: OpenSql['api'] = async (method, path, body) =>
    (await app.api(method, `/projects/${id}${path}`, { token, body })).data
  const columns = [
    { name: 'title', data_type: 'string' },
    { name: 'code', data_type: 'bigint' },
  ]
  await api('POST', '/tables', { name: 'Books', columns })
  await api('POST', '/tables/books/records', { data: { title: 'Utengano', code: '9007199254740993' } })
  return { api, open: (options) => visit(`/projects/${id}/sql`, { as: email, ...options }), stop }
}

/** write replaces the text of the tab. */
export async function write(page: Page, sql: string): Promise<void> {
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
}

/** run runs it. */
export function run(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Run', exact: true }).click()
}
