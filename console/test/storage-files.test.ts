// Many files at once, CSV files as tables, and the access by S3 clients, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { violationsOf } from './axe.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('files', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    for (const name of ['Inbox', 'Archive']) await call('POST', '/buckets', { name })
  })
  afterAll(() => opened?.stop())

  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    opened.app.api(method, `/projects/${project.id}/storage${path}`, {
      token: project.token,
      ...(body === undefined ? {} : { body }),
    })
  const store = async (bucket: string, name: string, text: string, type = 'text/plain') => {
    const path = `/api/v1/projects/${project.id}/storage/buckets/${bucket}/objects/${name}`
    const headers = { authorization: `Bearer ${project.token}`, 'content-type': type }
    const { status } = await fetch(`${opened.base}${path}`, { method: 'POST', headers, body: text })
    expect(status).toBe(201)
  }
  const namesIn = async (bucket: string) =>
    ((await call('GET', `/buckets/${bucket}/objects`)).data as { name: string }[])
      .map(({ name }) => name)
      .toSorted()
  const open = (search: string) => opened.visit(`/projects/${project.id}/storage${search}`, { as: email })

  test('several are moved and copied, and what is refused stays listed until it can be', async () => {
    for (const name of ['may/a.txt', 'may/deep/b.txt', 'may/c.txt']) await store('inbox', name, name)
    await store('archive', 'old/a.txt', 'in the way')
    const { page, problems, close } = await open('?bucket=inbox&folder=may%2F')
    await page.getByRole('checkbox', { name: 'Choose may/a.txt' }).check()
    await page.getByRole('checkbox', { name: 'Choose may/deep/' }).check()
    await page.getByRole('button', { name: 'Move 2' }).click()
    const move = page.getByRole('dialog', { name: 'Move 2 files' })
    await expect.poll(() => move.getByRole('button', { name: 'Move' }).isDisabled()).toBe(true)
    await move.getByRole('combobox', { name: 'Bucket' }).click()
    await page.getByRole('option', { name: 'Archive' }).click()
    await move.getByLabel('Into the folder').fill('old')
    await move.getByRole('button', { name: 'Move' }).click()
    await move.getByText('1 has failed').waitFor()
    await move.getByText('2 of 2').waitFor()
    await move.getByText('may/a.txt').waitFor()
    await expect.poll(() => violationsOf(page)).toEqual([])
    expect(await namesIn('archive')).toEqual(['old/a.txt', 'old/deep/b.txt'])
    expect(await namesIn('inbox')).toEqual(['may/a.txt', 'may/c.txt'])
    const [taken] = (await call('GET', '/buckets/archive/objects?prefix=old/a.txt')).data
    await opened.app.api('DELETE', `/projects/${project.id}/storage/objects/${taken.id}`, {
      token: project.token,
    })
    await move.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 file is moved').last().waitFor()
    await move.waitFor({ state: 'detached' })
    expect(await namesIn('archive')).toEqual(['old/a.txt', 'old/deep/b.txt'])

    await page.getByRole('checkbox', { name: 'Choose may/c.txt' }).check()
    await page.getByRole('button', { name: 'Copy 1' }).click()
    const copy = page.getByRole('dialog', { name: 'Copy 1 file' })
    await copy.getByLabel('Into the folder').fill('')
    await copy.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('1 file is copied').waitFor()
    expect(await namesIn('inbox')).toEqual(['c.txt', 'may/c.txt'])
    expect(problems([409])).toEqual([])
    await close()
  })

  test('a CSV file is shown as a table of its first rows, and as text', async () => {
    const lines = Array.from({ length: 250 }, (_, n) => `${n},"Kitabu ""${n}"", cha kwanza"`)
    await store('inbox', 'books.csv', `\u{FEFF}id,name\r\n${lines.join('\r\n')}\r\n`, 'text/csv')
    await store('inbox', 'prices.csv', 'item;price\nsukari;2,50\n', 'text/csv')
    const { page, problems, close } = await open('?bucket=inbox')
    await page.getByRole('button', { name: 'books.csv', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'books.csv' })
    await drawer.getByRole('columnheader', { name: 'id', exact: true }).waitFor()
    await drawer.getByRole('cell', { name: 'Kitabu "7", cha kwanza' }).waitFor()
    await drawer.getByText('The first 200 rows are shown').waitFor()
    await expect.poll(() => drawer.getByRole('row').count()).toBe(201)
    await expect.poll(() => violationsOf(page)).toEqual([])
    await drawer.getByRole('button', { name: 'As text' }).click()
    await drawer.getByText('0,"Kitabu ""0"", cha kwanza"').waitFor()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'prices.csv', exact: true }).click()
    await page.getByRole('cell', { name: '2,50' }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('S3 clients get the endpoint, and the access key of an API key on demand', async () => {
    const keys = (await opened.app.api('GET', `/projects/${project.id}/api-keys`, { token: project.token }))
      .data
    const secretKey = keys.find(({ kind }: { kind: string }) => kind === 'secret')
    const { page, problems, close } = await open('')
    await page.getByRole('button', { name: 'S3 access' }).click()
    const drawer = page.getByRole('dialog', { name: 'S3 access' })
    const endpoint = `${opened.base}/s3/${project.id}`
    await drawer.getByText(endpoint, { exact: true }).waitFor()
    const example = drawer.getByRole('region', { name: 'rclone' })
    await expect.poll(() => example.innerText()).toContain(`endpoint='${endpoint}'`)
    await drawer.getByRole('combobox', { name: 'API key' }).click()
    await page.getByRole('option', { name: `${secretKey.name} (secret)` }).click()
    await drawer.getByRole('button', { name: 'Show the access key' }).click()
    const access = (await call('POST', '/s3-access', { api_key_id: secretKey.id })).data
    await drawer.getByText(access.secret_access_key, { exact: true }).waitFor()
    await drawer.getByRole('tab', { name: 'AWS CLI' }).click()
    const aws = () => drawer.getByRole('region', { name: 'AWS CLI' }).innerText()
    await expect.poll(aws).toContain(`aws_access_key_id '${access.access_key_id}'`)
    await expect.poll(aws).toContain(`endpoint_url '${endpoint}'`)
    await expect.poll(aws).not.toContain(access.secret_access_key)
    await expect.poll(() => violationsOf(page)).toEqual([])
    const path = `/projects/${project.id}/audit-logs`
    const { data } = await opened.app.api('GET', path, { token: project.token })
    expect(data.map(({ action }: { action: string }) => action)).toContain('storage.s3_access.read')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'S3 access' }).click()
    await drawer.getByText(endpoint, { exact: true }).waitFor()
    await expect.poll(() => drawer.getByText(access.secret_access_key).count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })
})
