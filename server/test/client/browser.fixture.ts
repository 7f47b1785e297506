// A page that uses the built client in Chromium, from another origin than the API, on a server that can be restarted.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import { openChromium } from '#test/chromium.ts'
import { openSite, type Site } from '#test/crash/site.ts'
import { cloneDatabase, TEST_SECRET, urlOf } from '#test/test-database.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const PROJECT = path('../../../clients/typescript/tsconfig.build.json')
const COMPILER = path('../../../node_modules/.bin/tsc')

/** buildClient builds the package as people install it, into a folder. */
export async function buildClient(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-client-'))
  await promisify(execFile)(COMPILER, ['-p', PROJECT, '--outDir', folder])
  return folder
}

/** Tab is a page in the browser with a client: `msingi`, and what it hears in `heard` and `statuses`. */
export interface Tab {
  readonly page: Page
  /** run evaluates an expression in the page and waits for what it gives. */
  run<T = unknown>(expression: string): Promise<T>
  /** faults are what the page threw and nobody caught, and what stands in its console. */
  readonly faults: string[]
}

/** Shop is the server, the browser and the address of the page. */
export interface Shop {
  readonly site: Site
  /** visit opens a window of its own: nothing is shared with others but among its tabs. */
  visit(): Promise<BrowserContext>
  open(visit: BrowserContext): Promise<Tab>
  stop(): Promise<void>
}

/** openShop starts it all: a table `books` that signed-in users read and write, and whose changes are told. */
export async function openShop(): Promise<Shop> {
  const closing: (() => unknown)[] = []
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    const client = await buildClient()
    closing.push(() => rm(client, { recursive: true }))
    const database = await cloneDatabase(inject('server'))
    closing.push(() => database.drop())
    const site = await openSite({
      DATABASE_URL: urlOf(database.connection),
      MSINGI_DATA: client,
      MSINGI_MASTER_KEY: TEST_SECRET,
    })
    closing.push(() => site.stop())
    const key = await makeBooks(site)
    const web = await serve(client, pageOf(site.base, site.project.id, key))
    closing.push(web.stop)
    const browser = await openChromium()
    const visit = async () => {
      const context = await browser.newContext()
      closing.push(() => context.close())
      return context
    }
    return { site, stop, visit, open: (visit) => openTab(visit, web.base) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openTab(visit: BrowserContext, address: string): Promise<Tab> {
  const page = await visit.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  await page.goto(address)
  await page.waitForFunction('globalThis.msingi')
  return { page, faults, run: (expression) => page.evaluate(expression) as never }
}

async function makeBooks({ manage, project: { id } }: Site): Promise<string> {
  const columns = [
    { name: 'title', data_type: 'text', required: true },
    { name: 'user_id', data_type: 'uuid' },
  ]
  const table = await manage('POST', `/projects/${id}/tables`, { name: 'books', columns })
  for (const action of ['select', 'insert', 'update', 'delete'])
    await manage('POST', `/projects/${id}/tables/${table.id}/rls`, { action, subject: 'authenticated' })
  const { key } = await manage('POST', `/projects/${id}/api-keys`, { name: 'web', kind: 'publishable' })
  return key
}

const pageOf = (base: string, project: string, key: string) => `<!doctype html>
<title>Books</title>
<link rel="icon" href="data:,">
<script type="module">
  import { createClient } from '/client.js'
  const msingi = createClient('${base}', { project: '${project}', key: '${key}' })
  const [heard, statuses, people] = [[], [], []]
  msingi.auth.onChange((session) => people.push(session?.user.email ?? null))
  const listen = (transport) => {
    globalThis.subscription = msingi.from('books').subscribe(
      ({ type, record }) => heard.push(type + ' ' + record.title),
      { transport, onStatus: (status) => statuses.push(status) },
    )
  }
  Object.assign(globalThis, { msingi, heard, statuses, people, listen })
</script>`

/** serve serves the scripts of a folder, and the page at every other address. */
export async function serve(folder: string, page: string) {
  const server = createServer(async (request, response) => {
    const script = /^\/((?:[\w-]+\/)?[\w-]+\.js)$/.exec(request.url ?? '')?.[1]
    const [type, body] =
      script === undefined ? ['text/html', page] : ['text/javascript', await readFile(join(folder, script))]
    response.setHeader('content-type', `${type}; charset=utf-8`).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
