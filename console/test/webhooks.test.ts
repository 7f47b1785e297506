// The webhooks screen: made with its secret shown once, tested, retried, replayed and rotated, checked at a receiver.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  LOOPBACK,
  type Receiver,
  startReceiver,
} from '../../server/src/modules/automation/webhook-deliveries/receiver.fixture.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('webhooks', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    opened = await openConsole({ internalNetworks: LOOPBACK })
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    await opened.app.api('POST', `/projects/${project.id}/tables`, {
      token: project.token,
      body: { name: 'orders' },
    })
  })
  afterAll(async () => {
    await opened?.stop()
    await receiver?.stop()
  })

  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    opened.app.api(method, `/projects/${project.id}/webhooks${path}`, {
      token: project.token,
      ...(body === undefined ? {} : { body }),
    })

  test('makes a webhook for events of one table, and shows its secret once', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/webhooks`, { as: email })
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Shop')
    await page.getByLabel('Address', { exact: true }).fill(`${receiver.url}/shop`)
    await page.getByRole('checkbox', { name: 'All of user.*' }).click()
    await page.getByRole('combobox', { name: 'Rows of one table' }).click()
    await page.getByRole('option', { name: 'inserted', exact: true }).click()
    await page.getByRole('combobox', { name: 'Add a table' }).click()
    await page.getByRole('option', { name: 'orders' }).click()
    await page.getByRole('button', { name: 'Remove row.inserted:orders' }).waitFor()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'Copy the secret now' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').locator('code').innerText()).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'Done' }).click()
    const [made] = (await call('GET', '')).data
    expect(made).toMatchObject({ name: 'Shop', url: `${receiver.url}/shop` })
    expect(made.events.toSorted()).toEqual(['row.inserted:orders', 'user.*'])
    expect(problems()).toEqual([])
    await close()
  })

  test('tests, retries and replays deliveries, rotates the secret, and deletes the webhook', async () => {
    const body = { name: 'Stock', url: `${receiver.url}/stock`, events: ['*'] }
    const { id } = (await call('POST', '', body)).data
    receiver.answer((_, response) => response.writeHead(503).end('closed for today'))
    const path = `/projects/${project.id}/webhooks?webhook=${id}`
    const { page, problems, close } = await opened.visit(path, { as: email })
    await page.getByText('No deliveries yet').waitFor()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByRole('dialog').getByLabel('Payload').fill('{"total": 5}')
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'row.inserted' })
    await drawer.getByText('"total": 5').waitFor()
    await drawer.getByText('Attempt 1').click()
    await drawer.getByText('closed for today').waitFor()
    expect(receiver.of('/stock').at(-1)?.body.data).toEqual({ total: 5 })

    receiver.answer((_, response) => response.writeHead(204).end())
    await drawer.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('It is sent again').waitFor()
    await drawer.getByText('Delivered · 204').waitFor()
    const [delivery] = (await call('GET', `/${id}/deliveries`)).data
    expect(delivery.status).toBe('delivered')
    await drawer.getByRole('button', { name: 'Close' }).click()

    const before = receiver.of('/stock').length
    const menu = page.getByRole('button', { name: 'Actions: Stock' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Replay deliveries' }).click()
    await page.getByRole('combobox', { name: 'Which' }).click()
    await page.getByRole('option', { name: 'Delivered ones' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Replay deliveries' }).click()
    await page.getByText('1 delivery is sent again').waitFor()
    await expect.poll(() => receiver.of('/stock').length, { timeout: 30_000 }).toBe(before + 1)

    await menu.click()
    await page.getByRole('menuitem', { name: 'Rotate the secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click()
    await page.getByRole('heading', { name: 'Copy the secret now' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('The old secret ends').waitFor()
    await call('POST', `/${id}/send`, { event: 'row.inserted', payload: {} })
    // Signed with both.
    expect(receiver.of('/stock').at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(2)

    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByLabel('to confirm').fill('Stock')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Stock is deleted').waitFor()
    expect((await call('GET', `/${id}`)).status).toBe(404)
    expect(problems()).toEqual([])
    await close()
  })

  test('says that what waits for a webhook that is paused waits for it to go on', async () => {
    const body = { name: 'Late', url: `${receiver.url}/late`, events: ['*'] }
    const { id } = (await call('POST', '', body)).data
    receiver.answer((_, response) => response.writeHead(503).end())
    const inserted = `/projects/${project.id}/tables/orders/records`
    await opened.app.api('POST', inserted, { token: project.token, body: { data: {} } })
    await expect.poll(async () => (await call('GET', `/${id}/deliveries`)).data[0]?.attempts).toBe(1)
    await call('PATCH', `/${id}`, { enabled: false })
    const path = `/projects/${project.id}/webhooks?webhook=${id}`
    const { page, problems, close } = await opened.visit(path, { as: email })
    const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1)
    await row.getByText('once it goes on').waitFor()
    await row.getByRole('button', { name: 'row.inserted' }).click()
    await page.getByRole('dialog', { name: 'row.inserted' }).getByText('once it goes on').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('sets the hosts that webhooks may reach, and names those that cannot', async () => {
    await call('POST', '', { name: 'Far', url: 'https://far.example/hook', events: ['user.*'] })
    const settings = async () => (await call('GET', '/settings')).data.allowed_hosts
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/webhooks`, { as: email })
    await page.getByText('All public hosts are allowed.').waitFor()
    const section = page.getByRole('region', { name: 'Allowed hosts' })
    await page.getByRole('button', { name: 'Change' }).click()
    const form = page.getByRole('dialog', { name: 'Allowed hosts' })
    await form.getByLabel('Hosts').fill('127.0.0.1\n*.Shop.example\nno host!')
    await form.getByText('cannot reach their host: Far').waitFor()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').filter({ hasText: 'must be a host' }).waitFor()
    await form.getByLabel('Hosts').fill('127.0.0.1\n*.Shop.example')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The allowed hosts are saved').waitFor()
    await section.getByText('127.0.0.1, *.shop.example').waitFor()
    await section.getByText('These webhooks cannot reach their host: Far').waitFor()
    expect(await settings()).toEqual(['127.0.0.1', '*.shop.example'])
    expect(problems([400])).toEqual([])
    await close()
  })
})
