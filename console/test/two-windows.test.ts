// What two windows of one account keep at the same time, also over a slow line: tabs, history, the document of GraphQL.
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole, type Visit } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('two windows', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
  })
  beforeEach(async () => {
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(() => opened?.stop())

  const api = async (method: string, path: string, body?: unknown) =>
    (await opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })).data
  const kept = async (key: string) => (await api('GET', `/console/${key}`))?.value ?? []
  const textsOf = async (key: string) => (await kept(key)).map(({ sql }: { sql: string }) => sql).toSorted()
  const open = (screen: string, prepare: (page: Page) => Promise<unknown> = async () => undefined) =>
    opened.visit(`/projects/${project.id}/${screen}`, { as: email, prepare })
  const write = async (page: Page, sql: string, name = 'SQL') => {
    await page.getByRole('textbox', { name }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(sql)
  }
  const run = async ({ page }: Visit, sql: string) => {
    await write(page, sql)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('grid', { name: 'Result' }).waitFor()
  }
  const strip = ({ page }: Visit) => page.getByRole('navigation', { name: 'Tabs' })

  /** heldWrites keeps what a page writes to items of the console from the server until `release`. */
  const heldWrites = async (page: Page) => {
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await page.route(/\/console\/[a-z-]+\?for=me/, async (route: Route) => {
      if (route.request().method() !== 'GET') {
        asked.resolve()
        await released.promise
      }
      await route.continue()
    })
    return { asked: asked.promise, release: released.resolve }
  }

  test('keep the tabs and runs of both, also those of the same millisecond', async () => {
    const tab = (id: string, sql: string) => ({ id, sql, params: {} })
    await api('PUT', '/console/sql-tabs', { value: [tab('a', 'select 0'), tab('b', "select 'closed'")] })
    // The clocks of both stand still.
    const prepare = (page: Page) => page.clock.setFixedTime(new Date('2026-03-01T09:00:00Z'))
    const windows = [await open('sql?tab=a', prepare), await open('sql?tab=a', prepare)] as const
    const [first, second] = windows
    for (const one of windows) await strip(one).getByText("select 'closed'").waitFor()
    const held = await Promise.all(windows.map(({ page }) => heldWrites(page)))
    await strip(first).getByRole('button', { name: "Close: select 'closed'" }).click()
    for (const [index, one] of windows.entries()) {
      await one.page.getByRole('button', { name: 'New tab' }).click()
      await run(one, `select ${index + 1} as own`)
    }
    await Promise.all(held.map(({ asked }) => asked))
    for (const { release } of held) release()
    const own = ['select 1 as own', 'select 2 as own']
    await expect.poll(() => textsOf('sql-history')).toEqual(own)
    await expect.poll(() => textsOf('sql-tabs')).toEqual(['select 0', ...own])

    // The next save of each brings what the other has, and nothing that was closed.
    for (const [index, one] of windows.entries()) {
      await one.page.getByRole('button', { name: 'New tab' }).click()
      await write(one.page, `select ${index + 3} as next`)
    }
    const next = ['select 3 as next', 'select 4 as next']
    await expect.poll(() => textsOf('sql-tabs')).toEqual(['select 0', ...own, ...next].toSorted())
    await strip(second).getByText('select 1 as own').waitFor()
    await strip(second).getByText("select 'closed'").waitFor({ state: 'detached' })
    for (const { problems, close } of windows) {
      expect(problems()).toEqual([])
      await close()
    }
  })

  test('a tab that one closes while the other writes in it keeps what is written', async () => {
    const tabs = ['a', 'b'].map((id) => ({ id, sql: `select '${id}'`, params: {} }))
    await api('PUT', '/console/sql-tabs', { value: tabs })
    const [closing, writing] = [await open('sql?tab=a'), await open('sql?tab=b')]
    await strip(writing).getByText("select 'b'").waitFor()
    const { asked, release } = await heldWrites(writing.page)
    await write(writing.page, 'select 7 as written')
    await asked
    await strip(closing).getByRole('button', { name: "Close: select 'b'" }).click()
    await expect.poll(() => textsOf('sql-tabs')).toEqual(["select 'a'"])
    release()
    await expect.poll(() => textsOf('sql-tabs')).toEqual(["select 'a'", 'select 7 as written'])
    await writing.page.getByRole('textbox', { name: 'SQL' }).getByText('select 7 as written').waitFor()
    for (const { problems, close } of [closing, writing]) {
      expect(problems()).toEqual([])
      await close()
    }
  })

  test('a run is kept that ends before the history has been read, and by who leaves at once', async () => {
    const value = [{ at: '2026-01-01T00:00:00.000Z', ms: 3, sql: "select 'earlier'", rows: 1 }]
    await api('PUT', '/console/sql-history', { value })
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const prepare = (page: Page) =>
      page.route('**/console/sql-history?for=me', async (route) => {
        if (route.request().method() === 'GET') {
          asked.resolve()
          await released.promise
        }
        await route.continue()
      })
    const visit = await open('sql', prepare)
    const { page, problems, close } = visit
    await asked.promise
    await run(visit, 'select 1 as early')
    await page.getByRole('link', { name: 'Schema', exact: true }).click()
    await page.getByRole('heading', { name: 'Schema', level: 1 }).waitFor()
    await expect.poll(() => textsOf('sql-history')).toEqual(["select 'earlier'", 'select 1 as early'])
    released.resolve()
    await page.goBack()
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: 'History' })
    for (const { sql } of [...value, { sql: 'select 1 as early' }])
      await history.getByRole('button', { name: sql }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('a run that is longer than the history costs no other its place', async () => {
    const visit = await open('sql')
    await run(visit, 'select 1 as short')
    await write(visit.page, `select 2 as long -- ${'x'.repeat(45_000)}`)
    await visit.page.keyboard.press('Control+Enter')
    await visit.page.getByRole('alert').filter({ hasText: 'characters' }).waitFor()
    await run(visit, 'select 3 as last')
    await expect.poll(() => textsOf('sql-history')).toEqual(['select 1 as short', 'select 3 as last'])
    expect(visit.problems([400])).toEqual([])
    await visit.close()
  })

  test('what is written last in GraphQL stays, and all that ran', async () => {
    const windows = [await open('graphql'), await open('graphql')] as const
    for (const [index, { page }] of windows.entries()) {
      await write(page, `{ __typename } # ${index}`, 'Document')
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('region', { name: 'Answer' }).getByText('__typename').waitFor()
    }
    const ran = async () => (await kept('graphql-history')).map(({ query }: { query: string }) => query)
    await expect
      .poll(async () => (await ran()).toSorted())
      .toEqual(['{ __typename } # 0', '{ __typename } # 1'])
    await expect.poll(async () => (await kept('graphql-draft')).query).toBe('{ __typename } # 1')
    for (const { problems, close } of windows) {
      expect(problems()).toEqual([])
      await close()
    }
  })

  test('tables that are opened in both stay open', async () => {
    for (const name of ['Books', 'Loans', 'Readers']) await api('POST', '/tables', { name })
    const windows = [await open('tables?table=books'), await open('tables?table=books')] as const
    for (const one of windows) await one.page.getByRole('heading', { name: 'Books' }).first().waitFor()
    const held = await Promise.all(windows.map(({ page }) => heldWrites(page)))
    for (const [index, name] of ['Loans', 'Readers'].entries())
      await windows[index]?.page.getByRole('link', { name, exact: true }).first().click()
    await Promise.all(held.map(({ asked }) => asked))
    for (const { release } of held) release()
    const tables = async () => (await kept('table-tabs')).map(({ table }: { table: string }) => table)
    await expect.poll(async () => (await tables()).toSorted()).toEqual(['books', 'loans', 'readers'])
    for (const { problems, close } of windows) {
      expect(problems()).toEqual([])
      await close()
    }
  })
})
