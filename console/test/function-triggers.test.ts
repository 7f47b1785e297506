// Triggers of a function: made, failed, called again, tested, paused and deleted, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { violationsOf } from './axe.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

const answering = (status: number) =>
  `export default { async fetch(request) { const { data } = await request.json(); return Response.json(data, { status: ${status} }) } }`

describe.skipIf(NO_CHROMIUM)('triggers of functions', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    const columns = [{ name: 'total', data_type: 'integer' }]
    await api('POST', '/tables', { name: 'orders', columns })
  })
  afterAll(() => opened?.stop())

  const api = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    opened.app.api(method, `/projects/${project.id}${path}`, {
      token: project.token,
      ...(body === undefined ? {} : { body }),
    })
  const deployed = async (name: string, status: number) => {
    const { id } = (await api('POST', '/functions', { name, code: answering(status) })).data
    await api('POST', `/functions/${id}/deploy`)
    return id as string
  }

  test('one is made for rows of a table, and a delivery that has failed is sent again', async () => {
    const id = await deployed('On order', 503)
    const path = `/projects/${project.id}/functions?function=${id}&tab=triggers`
    const { page, problems, close } = await opened.visit(path, { as: email })
    await page.getByText('No triggers yet').waitFor()
    await page.getByRole('button', { name: 'New trigger' }).click()
    const form = page.getByRole('dialog', { name: 'New trigger' })
    await form.getByRole('combobox', { name: 'Rows of one table' }).click()
    await page.getByRole('option', { name: 'inserted', exact: true }).click()
    await form.getByRole('combobox', { name: 'Add a table' }).click()
    await page.getByRole('option', { name: 'orders' }).click()
    await form.getByLabel('Filter').fill('totl > 100')
    await form.getByRole('checkbox', { name: 'Events of one row' }).click()
    await form.getByRole('button', { name: 'Create', exact: true }).click()
    await form.getByRole('alert').filter({ hasText: 'totl' }).waitFor()
    await form.getByLabel('Filter').fill('total > 100')
    await form.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText('The trigger is created').waitFor()
    const [made] = (await api('GET', `/functions/${id}/triggers`)).data
    expect(made).toMatchObject({ events: ['row.inserted:orders'], filter: 'total > 100', ordered: true })

    await page.getByRole('button', { name: 'row.inserted:orders' }).click()
    await page.getByText('No deliveries yet').waitFor()
    for (const total of [5, 200])
      await opened.app.api('POST', '/data/orders', { key: project.secret, body: { total } })
    const listed = async () => (await api('GET', `/functions/${id}/triggers/${made.id}/deliveries`)).data
    await expect.poll(async () => (await listed())[0]?.response_status, { timeout: 60_000 }).toBe(503)
    expect(await listed()).toHaveLength(1)
    await page.reload()
    await page.getByRole('button', { name: 'row.inserted' }).click()
    const drawer = page.getByRole('dialog', { name: 'row.inserted' })
    await drawer.getByText('"total": 200').waitFor()
    await drawer.getByText('Attempt 1').click()

    await api('PATCH', `/functions/${id}`, { code: answering(200) })
    await api('POST', `/functions/${id}/deploy`)
    await drawer.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(async () => (await listed())[0]?.status, { timeout: 60_000 }).toBe('delivered')
    await drawer.getByText('Delivered · 200').waitFor({ timeout: 30_000 })
    expect(problems([400])).toEqual([])
    await close()
  })

  test('one is tested, changed, paused, replayed and deleted', async () => {
    const id = await deployed('On user', 200)
    const body = { events: ['user.created', 'object.*'] }
    const trigger = (await api('POST', `/functions/${id}/triggers`, body)).data.id
    const address = `/projects/${project.id}/functions?function=${id}&tab=triggers`
    const { page, problems, close } = await opened.visit(address, { as: email })
    await page.getByText('Users, Files').waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'user.created, object.*' }).click()
    await page.getByText('No deliveries yet').waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('dialog').getByLabel('Payload').fill('{"full_name": "Neema"}')
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'row.inserted' })
    await drawer.getByText('"full_name": "Neema"').first().waitFor()
    await drawer.getByText('Delivered · 200').waitFor()
    await drawer.getByRole('button', { name: 'Close' }).click()

    const menu = page.getByRole('button', { name: 'Actions: Trigger' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: 'All of object.*' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('The trigger is saved').waitFor()
    const read = async () => (await api('GET', `/functions/${id}/triggers/${trigger}`)).data
    expect((await read()).events).toEqual(['user.created'])
    await menu.click()
    await page.getByRole('menuitem', { name: 'Replay deliveries' }).click()
    await page.getByRole('combobox', { name: 'Which' }).click()
    await page.getByRole('option', { name: 'Delivered ones' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay deliveries' }).click()
    await page.getByText('1 delivery is sent again').waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await page.getByText('The trigger is paused').waitFor()
    expect((await read()).enabled).toBe(false)
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The trigger is deleted').waitFor()
    await page.getByText('No triggers yet').waitFor()
    expect((await api('GET', `/functions/${id}/triggers`)).data).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })
})
