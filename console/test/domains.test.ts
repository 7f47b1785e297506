// Domains: claimed, found in the DNS, and removed, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { startDns, type TestDns } from '../../server/test/dns-server.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('domains', () => {
  let opened: OpenConsole
  let dns: TestDns
  beforeAll(async () => {
    dns = await startDns()
    dns.records.set('A api.msingi.example', ['192.0.2.1'])
    opened = await openConsole({ dnsServers: [dns.address] })
  })
  afterAll(async () => {
    await opened?.stop()
    dns?.close()
  })

  test('claims a name, shows its records, finds them, and removes it', async () => {
    const project = await opened.app.createProject('Duka')
    const { token, id } = project
    const { email } = (await opened.app.api('GET', '/me', { token })).data
    const list = async () => (await opened.app.api('GET', `/projects/${id}/domains`, { token })).data
    const { page, problems, close } = await opened.visit(`/projects/${id}/domains`, { as: email })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    await page.getByText('No domains yet').waitFor()
    await button('Add a domain').click()
    await dialog.getByLabel('Host name').fill('co.tz')
    await dialog.getByRole('button', { name: 'Add a domain' }).click()
    await dialog.getByText('public suffix', { exact: false }).waitFor()
    await dialog.getByLabel('Host name').fill('shop.example.com')
    await dialog.getByRole('button', { name: 'Add a domain' }).click()
    const txt = page.getByRole('region', { name: 'TXT record' })
    await txt.getByText('Not found yet').waitFor()
    const [domain] = await list()
    const [record] = domain.records
    await txt.getByText(record.value, { exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('domain')).toBe(domain.id)

    dns.records.set(`TXT ${record.name}`, [record.value])
    await button('Check now').click()
    await txt.getByText('Found', { exact: true }).waitFor()
    await page.getByRole('dialog').getByText('Verified').waitFor()
    expect((await list())[0].status).toBe('verified')

    await button('Remove').click()
    await page.getByLabel('to confirm').fill('shop.example.com')
    await button('Remove').click()
    await page.getByText('shop.example.com is removed').waitFor()
    expect(await list()).toEqual([])
    expect(problems([400])).toEqual([])
    await close()
  })
})
