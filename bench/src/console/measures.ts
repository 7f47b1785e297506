// What is measured within a page of the browser.
import type { Page } from 'playwright-core'

/** Opening is how long a page took, in milliseconds since its navigation began. */
export interface Opening {
  /** shown is when what one has come for was there. */
  readonly shown: number
  /** largest is the largest contentful paint. */
  readonly largest: number
}

/** Scrolling is what became of frames in which a scroller moved by a page. */
export interface Scrolling {
  readonly frames: number
  readonly seconds: number
  /** long are tasks of more than 50 ms, in milliseconds. */
  readonly long: readonly number[]
}

const LARGEST = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true })
})`

/** opened opens an address, and waits until an element can be seen. */
export async function opened(page: Page, address: string, selector: string): Promise<Opening> {
  await page.goto(address)
  await page.locator(selector).first().waitFor()
  const shown = await page.evaluate<number>('performance.now()')
  return { shown, largest: await page.evaluate<number>(LARGEST) }
}

/** slowed makes the processor four times as slow and the line one of a phone: 1.6 Mbit/s with 150 ms. */
export async function slowed(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
  await session.send('Network.emulateNetworkConditions', line)
}

/** scrolled moves a scroller by its own height in each frame, for so many seconds, up and down. */
export async function scrolled(page: Page, selector: string, seconds: number): Promise<Scrolling> {
  return page.evaluate<Scrolling>(`new Promise((resolve) => {
    const scroller = document.querySelector(${JSON.stringify(selector)})
    const long = []
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration)
    })
    tasks.observe({ type: 'longtask' })
    const begun = performance.now()
    let frames = 0
    let step = scroller.clientHeight
    const move = () => {
      frames += 1
      const before = scroller.scrollTop
      scroller.scrollTop += step
      if (scroller.scrollTop === before) step = -step
      const past = performance.now() - begun
      if (past < ${seconds * 1000}) return requestAnimationFrame(move)
      tasks.disconnect()
      resolve({ frames, seconds: past / 1000, long })
    }
    requestAnimationFrame(move)
  })`)
}

/** typed presses so many keys one after the other and returns how long each took until the next frame, in milliseconds. */
export async function typed(page: Page, keys: number): Promise<number[]> {
  await page.evaluate(`globalThis.typing = []
    document.addEventListener('keydown', ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => typing.push(performance.now() - timeStamp))), { capture: true })`)
  for (let n = 0; n < keys; n++) await page.keyboard.press('abcdefghij'[n % 10] as string)
  await page.waitForFunction(`typing.length >= ${keys}`)
  return page.evaluate<number[]>('typing')
}

/** heapOf returns the bytes of the page's heap after garbage has been collected. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}
