// Views of a table that are kept and shared, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('saved views', () => {
  let opened: OpenConsole
  let project: TestProject
  const call = (method: string, path: string, token: string, body?: unknown) =>
    opened.app.api(method, `/projects/${project.id}${path}`, { token, body })
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
  })
  afterAll(() => opened?.stop())

  test('are shared with a colleague, who keeps own ones', async () => {
    const columns = [{ name: 'price', data_type: 'integer' }]
    const { data: table } = await call('POST', '/tables', project.token, { name: 'Books', columns })
    const { data: me } = await opened.app.api('GET', '/me', { token: project.token })
    const path = `/projects/${project.id}/tables?table=books`
    const first = await opened.visit(`${path}&where=(price.gte.5)&order=price.desc`, { as: me.email })
    await first.page.getByRole('button', { name: 'Views' }).click()
    await first.page.getByRole('textbox', { name: 'Name' }).fill('Dear <b>ones</b>')
    await first.page.getByRole('button', { name: 'Save view' }).click()
    await first.page.getByRole('button', { name: 'Dear <b>ones</b>', exact: true }).waitFor()
    const key = `/console/views:${table.id}?for=`
    expect((await call('GET', `${key}project`, project.token)).data.value.views).toEqual([
      { name: 'Dear <b>ones</b>', where: '(price.gte.5)', order: 'price.desc' },
    ])
    expect(first.problems()).toEqual([])
    await first.close()

    const { user, token } = await opened.app.register()
    const { data } = await call('GET', '', project.token)
    const body = { email: user.email, role: 'viewer' }
    await opened.app.api('POST', `/organisations/${data.organisation_id}/members`, {
      token: project.token,
      body,
    })
    const second = await opened.visit(path, { as: user.email })
    await second.page.getByRole('button', { name: 'Views' }).click()
    await second.page.getByRole('button', { name: 'Dear <b>ones</b>', exact: true }).waitFor()
    await expect.poll(() => second.page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    await second.page.getByRole('textbox', { name: 'Name' }).fill('Mine')
    await second.page.getByRole('button', { name: 'Save view' }).click()
    await second.page.getByRole('button', { name: 'Delete Mine' }).waitFor()
    expect((await call('GET', `${key}me`, token)).data.value.views).toEqual([{ name: 'Mine' }])
    await second.page.getByRole('button', { name: 'Dear <b>ones</b>', exact: true }).click()
    await second.page.waitForURL((url) => url.searchParams.get('where') === '(price.gte.5)')
    expect(second.problems()).toEqual([])
    await second.close()
  })
})
