// Payments as a shop owner tries them: prompts are answered on the simulated phone and sessions on the checkout page, in
// Chromium, and the shop's webhook is called.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { NO_CHROMIUM, openChromium } from '#test/chromium.ts'
import { type RandomReceiver, startRandomReceiver } from '#test/webhooks/receiver.ts'

const PATIENCE_MS = 45_000

describe.skipIf(NO_CHROMIUM)('the pages of the simulators', () => {
  let shop: Shop
  let base: string
  let receiver: RandomReceiver
  let page: Page
  const faults: string[] = []

  beforeAll(async () => {
    shop = await openShop({ internalNetworks: ['127.0.0.0/8'] })
    const { port } = shop.app.app.server.address() as { port: number }
    base = `http://127.0.0.1:${port}`
    // It answers each request with 204.
    receiver = await startRandomReceiver(() => 1)
    const { id, token } = shop.project
    const body = { name: 'Shop', url: `${receiver.url}/paid`, events: ['payment.*'] }
    const made = await shop.app.api('POST', `/projects/${id}/webhooks`, { token, body })
    expect(made.status, made.text).toBe(201)
    receiver.trust('/paid', made.data.secret)
    page = await (await openChromium()).newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    page.on('pageerror', (error) => faults.push(String(error)))
    // Chromium asks every address for an icon.
    await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
    })
  })
  afterAll(async () => {
    await page?.close()
    await receiver?.stop()
    await shop?.app.stop()
  })
  afterEach(() => expect(faults.splice(0)).toEqual([]))

  const promptOf = (text: string) => page.locator('section', { hasText: text })

  test('prompts appear on the phone by themselves, and each answer settles its payment', async () => {
    await page.goto(`${base}/simulators/phone`)
    await page.getByText('No prompts.').waitFor()
    const answers = [
      ['Approve', '1234', 'completed', null],
      ['Approve', '0000', 'failed', 'wrong_pin'],
      ['Decline', '', 'cancelled', 'cancelled_by_payer'],
      ['No money', '', 'failed', 'insufficient_funds'],
    ] as const
    for (const [button, pin, status, failure] of answers) {
      const description = `${button} ${pin}`.trim()
      const { transaction_id: id } = await shop.push({ amount: 1500, description })
      const prompt = promptOf(description)
      await prompt.getByText('KES 1,500').waitFor()
      await prompt.getByText('+254712345678').waitFor()
      if (pin !== '') await prompt.getByLabel('PIN').fill(pin)
      await prompt.getByRole('button', { name: button }).click()
      await prompt.waitFor({ state: 'detached' })
      expect(await shop.becomes(id, status)).toMatchObject({ failure })
    }
    await page.getByText('No prompts.').waitFor()
    const types = () => receiver.arrivals.map(({ type }) => type).filter((type) => type !== 'payment.pending')
    await expect
      .poll(() => types().toSorted())
      .toEqual(['payment.cancelled', 'payment.completed', 'payment.failed', 'payment.failed'])
    expect(receiver.unverified()).toBe(0)
  })

  test('a prompt that is ignored goes from the page, and another does not disturb what is typed', async () => {
    await page.goto(`${base}/simulators/phone?phone=0712345678`)
    await shop.push({ description: 'First' })
    await promptOf('First').getByLabel('PIN').fill('12')
    await shop.push({ description: 'On another phone', phone: '0787654321' })
    const second = await shop.push({ description: 'Second' })
    await promptOf('Second').waitFor()
    await expect.poll(() => promptOf('First').getByLabel('PIN').inputValue()).toBe('12')
    await expect.poll(() => promptOf('On another phone').count()).toBe(0)
    await promptOf('First').getByRole('button', { name: 'Ignore' }).click()
    await promptOf('First').waitFor({ state: 'detached' })
    await promptOf('Second').getByRole('button', { name: 'Decline' }).click()
    await shop.becomes(second.transaction_id, 'cancelled')
    await page.getByText('No prompts.').waitFor()
    await expect.poll(() => promptOf('First').count()).toBe(0)
  })

  test('a session is paid on the checkout page, which leads back to the shop; one is cancelled', async () => {
    const open = async (description: string) => {
      const body = { amount: 25_000, description, redirect_url: `${base}/simulators/phone?thanks` }
      const { status, data } = await shop.call('POST', '/provider_b/session', { body })
      expect(status).toBe(201)
      await page.goto(data.checkout_url)
      await page.getByText('TZS 25,000').waitFor()
      await page.getByText(description).waitFor()
      return data.transaction_id as string
    }
    const paid = await open('Two books')
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.waitForURL(/\?thanks$/)
    await shop.becomes(paid, 'completed')
    const left = await open('Three books')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(/\?thanks$/)
    // Provider B sends nothing of it: it is asked after a minute.
    shop.app.clock.advance(70)
    await shop.becomes(left, 'cancelled')
  })
})
