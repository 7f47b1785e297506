// Integrations: made with their provider's fields, tested against a real server, changed and deleted.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('integrations', () => {
  let opened: OpenConsole
  let receiver: Server
  const received: string[] = []
  beforeAll(async () => {
    opened = await openConsole({ internalNetworks: ['127.0.0.1/32'] })
    receiver = createServer(async (request, response) => {
      received.push(String(request.headers.authorization))
      for await (const _ of request);
      response.writeHead(received.length > 1 ? 503 : 200).end('<b>thanks</b>')
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
  })
  afterAll(async () => {
    receiver?.close()
    await opened?.stop()
  })

  test('makes one, tests it, changes it without its secret, switches it off and deletes it', async () => {
    const project = await opened.app.createProject('Duka')
    const { token, id } = project
    const { email } = (await opened.app.api('GET', '/me', { token })).data
    const list = async () => (await opened.app.api('GET', `/projects/${id}/integrations`, { token })).data
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alerts`
    const { page, problems, close } = await opened.visit(`/projects/${id}/integrations`, { as: email })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    await button('New integration').click()
    await dialog.getByLabel('Provider').click()
    await page.getByRole('option', { name: 'HTTP' }).click()
    await dialog.getByLabel('Name').fill('Own <b>alerts</b>')
    await dialog.getByLabel('Address').fill(url)
    await dialog.getByLabel('Authorization header').fill('Bearer very-secret-token')
    await dialog.getByLabel('Events').fill('function.*, quota.near')
    await button('Save').click()
    await page.getByRole('cell', { name: 'Own <b>alerts</b>', exact: true }).waitFor()
    expect(await list()).toMatchObject([
      {
        provider: 'http',
        kind: 'alert',
        enabled: true,
        config: { url, events: ['function.*', 'quota.near'] },
      },
    ])

    const act = async (name: string) => {
      await button('Actions: Own <b>alerts</b>').click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Send a test')
    await button('Send').click()
    await dialog.getByText('Delivered', { exact: true }).waitFor()
    await dialog.getByText('<b>thanks</b>').waitFor()
    await button('Send').click()
    await dialog.getByText('Not delivered', { exact: true }).waitFor()
    await button('Close').click()

    await act('Change')
    await expect.poll(() => dialog.getByLabel('Authorization header').inputValue()).toBe('••••oken')
    await dialog.getByLabel('Events').fill('quota.near')
    await button('Save').click()
    await expect.poll(async () => (await list())[0].config.events).toEqual(['quota.near'])
    await act('Send a test')
    await button('Send').click()
    await dialog.getByText('Not delivered', { exact: true }).waitFor()
    await button('Close').click()
    // The secret that came back masked has stayed.
    expect(received).toEqual(Array(3).fill('Bearer very-secret-token'))

    await act('Switch off')
    await page.getByRole('cell', { name: 'Off' }).waitFor()
    expect((await list())[0].enabled).toBe(false)
    await act('Delete')
    await dialog.getByLabel('to confirm').fill('Own <b>alerts</b>')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No integrations yet').waitFor()
    expect(await list()).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })
})
