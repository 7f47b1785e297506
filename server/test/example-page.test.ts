// The page of examples/shared-list, on a server, as two people use it: each in a browser of their own.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM, openChromium } from './chromium.ts'
import { startTestApp, type TestApp } from './harness.ts'

const example = (file: string) => import(new URL(`../../examples/shared-list/${file}`, import.meta.url).href)

describe.skipIf(NO_CHROMIUM)('the shared list', () => {
  let app: TestApp
  let served: { readonly address: string; close(): Promise<void> }
  const contexts: BrowserContext[] = []

  beforeAll(async () => {
    app = await startTestApp()
    const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const [{ createList }, { servePage }] = [await example('setup.ts'), await example('serve.ts')]
    const account = { email: 'list@example.com', password: 'correct horse 1' }
    served = await servePage(base, await createList(base, account, true), 0)
  })
  afterAll(async () => {
    for (const context of contexts) await context.close()
    await served?.close()
    await app?.stop()
  })

  async function open(): Promise<Page> {
    const context = await (await openChromium()).newContext()
    contexts.push(context)
    const page = await context.newPage()
    await page.goto(served.address)
    await page.getByText('Live.', { exact: true }).waitFor()
    return page
  }

  const entries = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('listitem')

  test('what one adds, ticks and removes, the other sees', async () => {
    const [amina, juma] = [await open(), await open()]
    await amina.getByRole('textbox', { name: 'New entry' }).pressSequentially('Maziwa')
    await amina.keyboard.press('Enter')
    await juma.getByRole('checkbox', { name: 'Maziwa' }).check()
    await expect.poll(() => amina.getByRole('checkbox', { name: 'Maziwa' }).isChecked()).toBe(true)
    await juma.getByRole('textbox', { name: 'New entry' }).fill('<b>Mkate</b>')
    await juma.getByRole('button', { name: 'Add' }).click()
    await expect
      .poll(() => entries(amina).allInnerTexts())
      .toEqual([expect.stringContaining('Maziwa'), expect.stringContaining('<b>Mkate</b>')])
    await amina.getByRole('button', { name: 'Remove Maziwa' }).click()
    await expect.poll(() => entries(juma).count()).toBe(1)
    await juma.reload()
    await entries(juma).filter({ hasText: '<b>Mkate</b>' }).waitFor()
    await expect.poll(() => entries(juma).count()).toBe(1)
  })
})
