// The request log: filtered, one request in full, and followed live, checked against requests made over the API.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { failures, type OpenConsole, openConsole } from './open-console.ts'

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
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toMatchObject({ status: '4xx', path: '/api/v1/data/au' })
    expect(problems()).toEqual([])
    await close()
  })

  test('counts requests over time, narrows the list to a bar, and downloads what is listed', async () => {
    for (let count = 0; count < 3; count += 1) await request('charted')
    const path = '/api/v1/data/charted'
    const { data } = await opened.app.api(
      'GET',
      `/projects/${project.id}/request-logs/histogram?path=${path}`,
      { token: project.token },
    )
    const at = data.buckets.findIndex((one: { client_error: number }) => one.client_error === 3)
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/logs?path=${path}`, {
      as: email,
    })
    const figure = page.getByRole('figure', { name: 'Requests over time' })
    await figure.getByText('4xx refused: 3').waitFor()
    await figure.locator('g').nth(at).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('since')).toBe(data.buckets[at].since)
    const length = () => {
      const span = new URL(page.url()).searchParams
      return (Date.parse(span.get('until') ?? '') - Date.parse(span.get('since') ?? '')) / 1000
    }
    await expect.poll(length).toBe(data.seconds)
    await expect.poll(() => page.getByRole('button', line('charted')).count()).toBe(3)

    // The same by keyboard, a shorter time within it.
    await figure.getByText('Show as a table').click()
    await figure
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: '3', exact: true }) })
      .getByRole('button')
      .click()
    await expect.poll(length).toBeLessThan(data.seconds)
    await figure.getByText('4xx refused: 3').waitFor()

    // Where it fails, it is said what, and it can be tried again; another screen has nothing of it.
    await page.route(/format=csv/, (route) => route.abort('connectionfailed'), { times: 2 })
    const button = page.getByRole('button', { name: 'Download CSV' })
    const again = failures(page).getByText('Try again', { exact: true })
    await button.click()
    await page.locator('h2', { hasText: 'Download CSV' }).waitFor()
    const saved = page.waitForEvent('download')
    await again.click()
    await again.click()
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain(`,GET,${path},404,`)

    await page.getByRole('combobox', { name: 'Time', exact: true }).click()
    await page.getByRole('option', { name: 'Last hour' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('since')).toBe(null)
    await expect.poll(() => new URL(page.url()).searchParams.get('span')).toBe('hour')
    await page.route(/format=csv/, (route) => route.abort('connectionfailed'), { times: 1 })
    await button.click()
    await again.waitFor()
    await page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await again.waitFor({ state: 'detached' })
    expect(problems()).toEqual([])
    await close()
  })

  test('finds the requests of a caller and of an address', async () => {
    await request('mine')
    await opened.app.api('GET', '/data/mine', { key: project.publishable })
    const path = '/api/v1/data/mine'
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/logs?path=${path}`, {
      as: email,
    })
    const found = page.getByRole('button', line('mine'))
    await page.getByRole('figure', { name: 'Requests over time' }).waitFor()
    await expect.poll(() => found.count()).toBe(2)
    await found.last().click()
    await page.getByRole('button', { name: 'Requests of this caller' }).click()
    await expect.poll(() => found.count()).toBe(1)
    const key = new URL(page.url()).searchParams.get('key')
    const { data } = await opened.app.api(
      'GET',
      `/projects/${project.id}/request-logs?path=${path}&key=${key}`,
      {
        token: project.token,
      },
    )
    expect(data).toHaveLength(1)

    const address = page.getByRole('searchbox', { name: 'Address' })
    await address.fill('192.0.2.7')
    await address.press('Enter')
    await page.getByText('Nothing matches the search.').waitFor()
    await address.fill(data[0].address)
    await address.press('Enter')
    await found.waitFor()
    await page.getByRole('searchbox', { name: 'Id of a user' }).fill(crypto.randomUUID())
    await page.getByRole('searchbox', { name: 'Id of a user' }).press('Enter')
    await page.getByText('Nothing matches the search.').waitFor()
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
