// The console in a browser, against a whole server: one server for each test file, one browser for each process. A test fails on errors in
// the browser's console, violations of the content security policy, failed requests, and requests to other hosts.
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { onTestFailed, TestRunner } from 'vitest'
import { openChromium } from '../../server/test/chromium.ts'
import { startTestApp, type TestApp } from '../../server/test/harness.ts'

/** PASSWORD is that of every account that the harness registers. */
export const PASSWORD = 'correct horse 1'

// Motion would have a click meet a dialog that is still closing, and costs time.
const LIKE_ALL = {
  locale: 'en-GB',
  reducedMotion: 'reduce',
  permissions: ['clipboard-read', 'clipboard-write'],
} as const

const SEEN_MS = 5000

/** Visit is one page of a fresh browser profile, and what it did that it should not. */
export interface Visit {
  readonly page: Page
  /** problems are errors, violations and foreign requests since it was last asked; refusals that a test provokes are `expected`. */
  problems(expected?: readonly number[]): readonly string[]
  close(): Promise<void>
}

/** OpenConsole is a server with a browser. */
export interface OpenConsole {
  readonly app: TestApp
  readonly base: string
  /** visit opens an address below /console; with `as`, that account is signed in. */
  visit(path: string, options?: VisitOptions): Promise<Visit>
  stop(): Promise<void>
}

/** VisitOptions are who visits, and with what screen. */
export interface VisitOptions {
  readonly as?: string
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
  /** host is a name of this machine in place of its address: passkeys need one. */
  readonly host?: 'localhost'
  /** profile is a visit whose browser profile is used again, with its session and its cached files. */
  readonly profile?: Visit
  /** prepare is done to the page before it opens the address. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** openConsole starts a server, which serves the console as it was built for this run. */
export async function openConsole(...options: Parameters<typeof startTestApp>): Promise<OpenConsole> {
  const app = await startTestApp(...options)
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await openChromium()
  // A profile that has been emptied still holds the files of the console, compiled.
  const idle: BrowserContext[] = []
  const contexts = new Set<BrowserContext>()
  const freshContext = async () => {
    const used = idle.pop()
    await used?.setStorageState({ cookies: [], origins: [] })
    const context = used ?? (await browser.newContext(LIKE_ALL))
    contexts.add(context)
    return context
  }
  const visit = async (path: string, options: VisitOptions = {}) => {
    const { as, width = 1440, scheme = 'light', host = '127.0.0.1', profile, prepare } = options
    const base = address.replace('127.0.0.1', host)
    const context = profile?.page.context() ?? (await freshContext())
    const page = await context.newPage()
    if (TestRunner.getCurrentTest() !== undefined) onTestFailed(() => tellWhatIsSeen(page))
    await page.setViewportSize({ width, height: heightOf(width) })
    await page.emulateMedia({ colorScheme: scheme })
    const found = watch(page, base)
    await page.addInitScript(tellViolations)
    if (as !== undefined) await signIn(page, base, as)
    await prepare?.(page)
    await page.goto(`${base}/console${path}`)
    const close = async () => {
      await page.close()
      if (profile === undefined) idle.push(context)
    }
    return { page, problems: found, close }
  }
  const stop = async () => {
    for (const context of contexts) await context.close()
    await app.stop()
  }
  return { app, base: address, visit, stop }
}

/** failures returns the messages of what has failed, without those that fade out. */
export function failures(page: Page): Locator {
  return page.locator('[role=alertdialog]:not([inert])')
}

/** heightOf returns the height of a screen of that width, in px. */
export function heightOf(width: number): number {
  return width < 500 ? 760 : 900
}

/** drawn waits for the second of two frames: what was there before is drawn, also where a script follows it. */
export function drawn(page: Page): Promise<unknown> {
  return page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}

async function signIn(page: Page, base: string, email: string): Promise<void> {
  const headers = { 'x-msingi-session': 'cookie', origin: base }
  const data = { email, password: PASSWORD }
  const answer = await page.request.post(`${base}/api/v1/auth/login`, { headers, data })
  if (!answer.ok()) throw new Error(`could not sign in: ${await answer.text()}`)
  // What the console keeps itself when somebody signs in.
  // A frame without an origin has no storage.
  await page.addInitScript("if (top === self) localStorage.setItem('msingi:session', 'yes')")
}

// Runs in the page: the browser's own message of a violation says neither where it comes from nor what it is about.
function tellViolations(): void {
  addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, columnNumber, target } = event
    const element = target instanceof Element ? target.outerHTML.slice(0, 300) : 'the page'
    const place = `${sourceFile}:${lineNumber}:${columnNumber}`
    reportError(new Error(`violation of ${effectiveDirective} by ${blockedURI} at ${place}, in ${element}`))
  })
}

// A test that waits in vain says nothing of what was there instead.
async function tellWhatIsSeen(page: Page): Promise<void> {
  if (page.isClosed()) return
  const seen = await page.locator('body').innerText({ timeout: SEEN_MS })
  process.stderr.write(`Where the test failed, ${page.url()} showed:\n${seen}\n`)
}

function watch(page: Page, base: string): Visit['problems'] {
  const problems: { readonly text: string; readonly status?: number }[] = []
  page.on('pageerror', (error) => problems.push({ text: `error: ${error.message}` }))
  page.on('console', (message) => {
    // A refused request is reported below, with its status.
    const refused = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !refused) problems.push({ text: `console: ${message.text()}` })
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${base}/`) && !/^(data|blob):/.test(url)) problems.push({ text: `foreign: ${url}` })
  })
  page.on('response', (response) => {
    const status = response.status()
    if (status >= 400) problems.push({ text: `${status}: ${response.url()}`, status })
  })
  return (expected = []) =>
    problems
      .splice(0)
      .filter(({ status }) => status === undefined || !expected.includes(status))
      .map(({ text }) => text)
}
