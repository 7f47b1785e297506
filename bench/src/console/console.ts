// The console in a browser: how soon it can be used, and how it scrolls through a million rows, beside a page without a
// framework in the same browser.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { NO_CHROMIUM, openChromium } from '../../../server/test/chromium.ts'
import { type Account, addProject, addTable, PASSWORD, signUp } from '../lab/client.ts'
import { median, percentile, short, tellFigure, tellNote } from '../lab/figures.ts'
import { openLab } from '../lab/lab.ts'
import { addRowsBySql, gatherStatistics } from '../lab/statistics.ts'
import { startBarePage } from './bare-page.ts'
import { heapOf, type Opening, opened, scrolled, slowed, typed } from './measures.ts'

const ROWS = 1_000_000
const TABLES = 500
const ROUNDS = 5
const KEYS = 50
const SECONDS = 10
const GRID = '[role=grid]'
const CELL = '[role=gridcell]'

/** benchConsole measures; memory is watched for so many minutes of scrolling. */
export async function benchConsole(minutes = 1): Promise<void> {
  if (NO_CHROMIUM !== undefined) return tellNote(`skipped: ${NO_CHROMIUM}`)
  const lab = await openLab()
  const bare = await startBarePage()
  const browser = await openChromium()
  try {
    const account = await signUp(() => lab.msingi.base)
    const project = await addProject(account)
    await addTable(account, project)
    const table = `p_${project.replaceAll('-', '')}.products`
    await addRowsBySql(lab.connection, table, ROWS)
    await gatherStatistics(lab.connection, table)
    const console = `${lab.msingi.base}/console`
    const rows = `${console}/projects/${project}/tables?table=products`
    const visit = () => signedIn(browser, lab.msingi.base, account)
    await tellOpenings('first screen', visit, console, 'h1', bare.base)
    await tellOpenings('first rows of a million', visit, rows, CELL, bare.base)
    await tellSlow(visit, console)
    const context = await visit()
    await tellScrolling(context, rows, bare.base)
    await tellTyping(context, rows)
    await tellMemory(context, rows, minutes)
    await tellDiagram(context, account, console)
  } finally {
    await browser.close()
    bare.stop()
    await lab.stop()
  }
}

async function signedIn(browser: Browser, base: string, { email }: Account): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const headers = { 'x-msingi-session': 'cookie', origin: base }
  const answer = await context.request.post(`${base}/api/v1/auth/login`, {
    headers,
    data: { email, password: PASSWORD },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  await context.addInitScript("localStorage.setItem('msingi:session', 'yes')")
  return context
}

async function inPage<T>(context: BrowserContext, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage()
  try {
    return await use(page)
  } finally {
    await page.close()
  }
}

async function tellOpenings(
  name: string,
  visit: () => Promise<BrowserContext>,
  address: string,
  selector: string,
  bare: string,
): Promise<void> {
  const times: Record<'cold' | 'warm' | 'bare', number[]> = { cold: [], warm: [], bare: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const context = await visit()
    const open = () => inPage(context, (page) => opened(page, address, selector))
    times.cold.push((await open()).shown)
    times.warm.push((await open()).shown)
    times.bare.push((await inPage(context, (page) => opened(page, bare, 'td'))).shown)
    await context.close()
  }
  tellFigure(`${name}, cold`, median(times.cold) / 1000, 's', { max: 1 })
  tellFigure(`${name}, warm`, median(times.warm) / 1000, 's', { max: 1 })
  const ratios = [times.cold, times.warm].map((each) => short(median(each) / median(times.bare)))
  tellNote(`${ratios.join(' and ')} times a bare page of ${short(median(times.bare))} ms`)
}

async function tellSlow(visit: () => Promise<BrowserContext>, address: string): Promise<void> {
  const openings: Opening[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await visit()
    await inPage(context, async (page) => {
      await slowed(page)
      openings.push(await opened(page, address, 'h1'))
    })
    await context.close()
  }
  const largest = median(openings.map((each) => each.largest)) / 1000
  tellFigure('largest paint on a slow phone', largest, 's', { max: 2.5 })
  tellNote(`first screen there after ${short(median(openings.map((each) => each.shown)) / 1000)} s`)
}

async function tellScrolling(context: BrowserContext, rows: string, bare: string): Promise<void> {
  await inPage(context, async (page) => {
    await opened(page, bare, 'td')
    const empty = await scrolled(page, '#empty', SECONDS)
    await opened(page, rows, CELL)
    const grid = await scrolled(page, GRID, SECONDS)
    const share = grid.frames / grid.seconds / (empty.frames / empty.seconds)
    tellFigure('frames kept, a page in each', share, 'of an empty scroller', { min: 0.9 })
    const longest = Math.max(0, ...grid.long)
    tellFigure('tasks over 50 ms', grid.long.length, '', { max: 0 })
    tellNote(`${short(grid.frames / grid.seconds)} frames a second; the longest task ${short(longest)} ms`)
  })
}

async function tellTyping(context: BrowserContext, rows: string): Promise<void> {
  await inPage(context, async (page) => {
    await opened(page, rows, CELL)
    await page.locator(CELL).nth(1).dblclick()
    const times = Float64Array.from(await typed(page, KEYS))
    tellFigure('key to frame in a cell, p95', percentile(times, 0.95), 'ms', { max: 50 })
  })
}

async function tellMemory(context: BrowserContext, rows: string, minutes: number): Promise<void> {
  await inPage(context, async (page) => {
    await opened(page, rows, CELL)
    await scrolled(page, GRID, SECONDS)
    const before = await heapOf(page)
    await scrolled(page, GRID, minutes * 60)
    const after = await heapOf(page)
    tellFigure(`heap after ${minutes} min of scrolling`, after / before, 'of that after 10 s', { max: 1.25 })
    tellNote(`${short(after / 1e6)} MB`)
  })
}

async function tellDiagram(context: BrowserContext, account: Account, console: string): Promise<void> {
  const project = await addProject(account)
  for (let n = 0; n < TABLES; n++)
    await account.api('POST', `/projects/${project}/tables`, { name: `table_${n}`, columns: COLUMNS })
  await inPage(context, async (page) => {
    const { shown } = await opened(
      page,
      `${console}/projects/${project}/schema?tab=diagram`,
      '.react-flow__node',
    )
    tellFigure(`diagram of ${TABLES} tables`, shown / 1000, 's', { max: 2 })
  })
}

const COLUMNS = ['name', 'note', 'state'].map((name) => ({ name, data_type: 'text' }))
