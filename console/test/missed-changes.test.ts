// What happens between the first reading of a screen and the moment it follows changes appears without any press.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addShop, type Shop } from '../../server/src/modules/payments/payments.fixture.ts'
import { notifyNow } from '../../server/src/platform/events/platform-events.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

const LIVE_TOKEN = /\/realtime\/token$/
const CODE =
  'export default { async fetch(request) { console.log(await request.text()); return new Response("") } }'

interface Screen {
  readonly path: string
  /** list is the answer that the screen shows, and follows what it asks for to hear of changes. */
  readonly list: RegExp
  readonly follows: RegExp
  readonly change: () => Promise<unknown>
  readonly appears: string
}

interface Held {
  readonly asked: Promise<void>
  readonly release: () => void
}

describe.skipIf(NO_CHROMIUM)('changes before a screen follows them', () => {
  let opened: OpenConsole
  let shop: Shop
  let email: string
  let fnID: string
  beforeAll(async () => {
    opened = await openConsole()
    shop = await addShop(opened.app)
    email = (await opened.app.api('GET', '/me', { token: shop.project.token })).data.email
    await call('POST', '/tables', { name: 'Books', columns: [{ name: 'title', data_type: 'string' }] })
    await insert('Utengano')
    fnID = (await call('POST', '/functions', { name: 'Speak', code: CODE })).data.id
    await call('POST', `/functions/${fnID}/deploy`, {})
  })
  afterAll(() => opened?.stop())

  const call = (method: string, path: string, body?: unknown) =>
    opened.app.api(method, `/projects/${shop.project.id}${path}`, { token: shop.project.token, body })
  const insert = (title: string) => call('POST', '/tables/books/records', { data: { title } })
  let names = 0
  const screens = {
    rows: (): Screen => {
      const appears = `Book ${names++}`
      const list = /\/tables\/books\/records\?.*limit=100/
      const change = () => insert(appears)
      return { path: '/tables?table=books', list, follows: LIVE_TOKEN, change, appears }
    },
    'the schema': () => {
      const appears = `Shelf ${names++}`
      const change = () => call('POST', '/tables', { name: appears })
      return { path: '/schema', list: /\/tables$/, follows: LIVE_TOKEN, change, appears }
    },
    payments: () => {
      const appears = `Order ${names++}`
      const change = () => shop.push({ description: appears })
      return { path: '/payments', list: /\/payments\/transactions\?/, follows: LIVE_TOKEN, change, appears }
    },
    requests: () => {
      const appears = `/api/v1/data/nothing_${names++}`
      const change = () =>
        opened.app.api('GET', appears.slice('/api/v1'.length), { key: shop.project.secret })
      const [list, follows] = [/\/request-logs\?/, /\/request-logs\/stream/]
      return { path: '/logs?follow=true', list, follows, change, appears }
    },
    'the log of a function': () => {
      const appears = `Line ${names++}`
      const change = () => call('POST', `/functions/${fnID}/invoke`, { body: appears })
      const [list, follows] = [/\/logs\?/, /\/logs\/stream/]
      return { path: `/functions?function=${fnID}&tab=logs&follow=true`, list, follows, change, appears }
    },
    notifications: () => {
      const appears = `Webhook ${names++} was disabled.`
      const projectId = shop.project.id
      const change = () =>
        notifyNow(opened.app.platform, { type: 'webhook.disabled', projectId, message: appears })
      const [list, follows] = [/\/notifications\/history/, /\/me\/notifications$/]
      return { path: '/notifications', list, follows, change, appears }
    },
  }

  // The first answer that comes to a page, as it was when it was asked for.
  const heldAnswer = async (page: Page, address: RegExp): Promise<Held> => {
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    let isFirst = true
    await page.route(address, async (route) => {
      if (!isFirst || route.request().method() !== 'GET') return route.continue()
      isFirst = false
      const response = await route.fetch()
      asked.resolve()
      await released.promise
      // Who has asked may have asked again instead.
      await route.fulfill({ response }).catch(() => undefined)
    })
    return { asked: asked.promise, release: released.resolve }
  }
  // A stream has no end to be fetched to.
  const heldRequests = async (page: Page, address: RegExp) => {
    const released = Promise.withResolvers<void>()
    await page.route(address, async (route) => {
      await released.promise
      await route.continue()
    })
    return { release: released.resolve }
  }

  describe.each(Object.entries(screens))('%s', (_, screen) => {
    test.each(['before it follows', 'after it follows'])('the first answer comes %s', async (order) => {
      const { path, list, follows, change, appears } = screen()
      const opening = Promise.withResolvers<readonly [Held, Pick<Held, 'release'>]>()
      const prepare = async (page: Page) =>
        opening.resolve([await heldAnswer(page, list), await heldRequests(page, follows)])
      const address = path.startsWith('/notifications') ? path : `/projects/${shop.project.id}${path}`
      const { page, problems, close } = await opened.visit(address, { as: email, prepare })
      const [first, stream] = await opening.promise
      await first.asked
      await change()
      const isLive = LIVE_TOKEN.source === follows.source ? opensSocket(page) : page.waitForResponse(follows)
      if (order === 'before it follows') {
        first.release()
        await page.getByRole('heading').first().waitFor()
        stream.release()
      } else {
        stream.release()
        await isLive
        first.release()
      }
      await page.getByText(appears, { exact: false }).first().waitFor()
      await isLive
      expect(problems([404])).toEqual([])
      await close()
    })
  })
})

async function opensSocket(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived')
}
