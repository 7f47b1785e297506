// The request log: filtered, one request in full, and followed live, checked against requests made over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('request logs', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(() => opened?.stop())

  const request = (table: string) => opened.app.api('GET', `/data/${table}`, { key: project.secret })
  const line = (table: string) => ({ name: `GET /api/v1/data/${table}`, exact: true })

  test('lists what matches the filters of the address, and shows one request in full', async () => {
    await request('books')
    await request('authors')
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/logs`, { as: email })
    await page.getByRole('button', line('books')).waitFor()
    await page.getByRole('searchbox', { name: 'Path begins with' }).fill('/api/v1/data/au')
    await page.getByRole('button', line('books')).waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: '4xx refused' }).click()
    await page.getByRole('button', line('authors')).click()
    const { data } = await opened.app.api(
      'GET',
      `/projects/${project.id}/request-logs?path=/api/v1/data/authors`,
      { token: project.token },
    )
    await page.getByRole('dialog').getByText(data[0].request_id).waitFor()
    const search = new URL(page.url()).searchParams
    expect([search.get('status'), search.get('path')]).toEqual(['4xx', '/api/v1/data/au'])
    expect(problems()).toEqual([])
    await close()
  })

  test('follows requests as they arrive, and stops', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/logs`, { as: email })
    const stream = page.waitForResponse((response) => response.url().includes('/request-logs/stream'))
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await stream
    await page.getByRole('button', { name: 'Stop following' }).waitFor()
    // The stream begins with what is logged after it has opened.
    const followed = page.getByRole('button', line('followed'))
    const arrived = async () => {
      await request('followed')
      return followed.count()
    }
    await expect.poll(arrived, { timeout: 20_000, interval: 500 }).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Stop following' }).click()
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })
})
