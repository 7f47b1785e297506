// Every screen against the rules of WCAG 2.2 AA, light and dark; with MSINGI_SHOTS each is also written as a picture.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { type OpenConsole, openConsole, type Visit } from './open-console.ts'
import { SCREENS, TAGS } from './screens.ts'

const SHOTS = process.env.MSINGI_SHOTS
const WIDTHS = SHOTS === undefined ? [1440, 360] : [1440, 768, 360]

// Colours are the same at every width.
const SCHEMES = { both: ['light', 'dark'], light: ['light'] } as const

// The dark scheme differs from the light one in colours alone.
async function violationsOf(page: Page, scheme: 'light' | 'dark'): Promise<string[]> {
  // There are no frames, so the page itself is all there is to look at.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (scheme === 'light') axe.withTags(TAGS)
  else axe.withRules('color-contrast')
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
}

describe.skipIf(NO_CHROMIUM)('every screen', () => {
  let opened: OpenConsole
  let project: string
  let organisation: string
  let signedIn: Visit
  let signedOut: Visit
  beforeAll(async () => {
    opened = await openConsole()
    const made = await opened.app.createProject('Duka la vitabu')
    project = made.id
    const { data } = await opened.app.api('GET', '/organisations', { token: made.token })
    organisation = data[0].id
    const { email } = (await opened.app.api('GET', '/me', { token: made.token })).data
    signedIn = await opened.visit('', { as: email })
    signedOut = await opened.visit('/sign-in')
    for (const { page } of [signedIn, signedOut]) await page.getByRole('heading').first().waitFor()
  })
  afterAll(() => opened?.stop())

  test.each(SCREENS)(
    '$name is accessible in light and dark, and fits a phone',
    async ({ name, path, open, live, expected }) => {
      const { page, problems, close } = await opened.visit(
        path.replace('{project}', project).replace('{organisation}', organisation),
        { profile: open ? signedOut : signedIn },
      )
      await page.getByRole('heading').first().waitFor()
      await page.waitForLoadState(live ? 'load' : 'networkidle')
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width < 500 ? 760 : 900 })
        for (const colorScheme of SCHEMES[width === WIDTHS[0] || SHOTS !== undefined ? 'both' : 'light']) {
          await page.emulateMedia({ colorScheme })
          const where = `${name}-${colorScheme}-${width}`
          if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${where}.png` })
          expect(await violationsOf(page, colorScheme), where).toEqual([])
        }
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        expect(overflow, `${width} px wide`).toBeLessThanOrEqual(0)
      }
      expect(problems(expected)).toEqual([])
      await close()
    },
  )
})
