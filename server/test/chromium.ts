// A real browser for tests: Chromium as the system has installed it, or as CHROMIUM_PATH says. The build without windows comes
// first: it does the same in four fifths of the time.
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
]

// A signal ends the process as if there were no browser, which ends with its pipe.
const NO_HANDLERS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }

const named = process.env.CHROMIUM_PATH
if (named !== undefined && !existsSync(named))
  throw new Error(`CHROMIUM_PATH says ${named}, where there is nothing.`)
const executablePath = named ?? PLACES.find((place) => existsSync(place))

/** NO_CHROMIUM is why tests in a browser are skipped, or undefined where there is one. */
export const NO_CHROMIUM =
  executablePath === undefined ? 'no Chromium on this machine: install it, or set CHROMIUM_PATH' : undefined
if (NO_CHROMIUM !== undefined) console.log(`skipped: ${NO_CHROMIUM}`)

let browser: Promise<Browser> | undefined

/** openChromium returns the browser of this process, without a window: whoever opens a context closes it. */
export async function openChromium(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(String(NO_CHROMIUM))
  if (browser === undefined || !(await browser).isConnected())
    browser = chromium.launch({ executablePath, args: FLAGS, ...NO_HANDLERS })
  return browser
}
