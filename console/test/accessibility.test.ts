// Every screen against the rules of WCAG 2.2 AA: wide in English, light and dark, and on a phone in Kiswahili. With MSINGI_SHOTS
// each is also written as a picture.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { violationsOf } from './axe.ts'
import { follower, type Viewer } from './follower.ts'
import { heightOf, type OpenConsole, openConsole, type VisitOptions } from './open-console.ts'
import { SCREENS } from './screens.ts'

const SHOTS = process.env.MSINGI_SHOTS
const WIDE = 1440
const NARROW = 360
const KISWAHILI = "localStorage.setItem('msingi:preferences', JSON.stringify({ locale: 'sw' }))"

describe.skipIf(NO_CHROMIUM)('every screen', () => {
  let opened: OpenConsole
  let project: string
  let organisation: string
  let wide: Record<'in' | 'out', Viewer>
  let narrow: Record<'in' | 'out', Viewer>
  beforeAll(async () => {
    opened = await openConsole()
    const made = await opened.app.createProject('Duka la vitabu')
    project = made.id
    const { data } = await opened.app.api('GET', '/organisations', { token: made.token })
    organisation = data[0].id
    const { email } = (await opened.app.api('GET', '/me', { token: made.token })).data
    const viewers = async (options: VisitOptions) => {
      const open = async (path: string, more: VisitOptions) => {
        const visit = await opened.visit(path, { ...options, ...more })
        await visit.page.getByRole('heading').first().waitFor()
        return follower(visit, opened.base)
      }
      return { in: await open('', { as: email }), out: await open('/sign-in', {}) }
    }
    wide = await viewers({ width: WIDE })
    narrow = await viewers({ width: NARROW, prepare: (page) => page.addInitScript(KISWAHILI) })
  })
  afterAll(() => opened?.stop())

  const shoot = async (page: Page, name: string, widths: readonly number[]) => {
    if (SHOTS === undefined) return
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}-${width}.png` })
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth')

  test.each(SCREENS)('$name is accessible in light and dark, and fits a phone', async (screen) => {
    const { name, open, expected } = screen
    const path = screen.path.replace('{project}', project).replace('{organisation}', organisation)
    const who = open ? 'out' : 'in'

    const { page, follow, problems } = wide[who]
    await follow(path, screen)
    await shoot(page, name, [768, WIDE])
    await expect.poll(() => violationsOf(page), { message: 'wide, in English' }).toEqual([])
    await expect.poll(() => overflow(page), { message: `${WIDE} px wide` }).toBeLessThanOrEqual(0)
    // The dark scheme differs from the light one in colours alone.
    await page.emulateMedia({ colorScheme: 'dark' })
    // The scheme is drawn some frames later.
    await expect.poll(() => violationsOf(page, ['color-contrast']), { message: 'dark' }).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })

    const phone = narrow[who]
    await phone.follow(path, screen)
    await shoot(phone.page, name, [NARROW])
    await expect.poll(() => violationsOf(phone.page), { message: 'narrow, in Kiswahili' }).toEqual([])
    await expect.poll(() => overflow(phone.page), { message: `${NARROW} px wide` }).toBeLessThanOrEqual(0)

    expect([...problems(expected), ...phone.problems(expected)]).toEqual([])
  })

  test('where motion is reduced, other colours come at once and nothing repeats', async () => {
    const { page, problems } = wide.in
    const moving = `(() => {
      const { dataset } = document.documentElement
      dataset.theme = 'dark'
      const started = document.getAnimations().length
      delete dataset.theme
      const pulse = document.body.appendChild(document.createElement('p'))
      pulse.style.animation = 'pulse 1s infinite'
      const repeats = getComputedStyle(pulse).animationIterationCount
      pulse.remove()
      return { started, repeats }
    })()`
    await expect.poll(() => page.evaluate(moving)).toEqual({ started: 0, repeats: '1' })
    expect(problems()).toEqual([])
  })
})
