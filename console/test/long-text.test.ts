// Texts half as long again, as other languages have them: nothing is cut off and nothing overlaps, wide and on a phone.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { follower, type Viewer } from './follower.ts'
import { drawn, heightOf, type OpenConsole, openConsole } from './open-console.ts'
import { SCREENS } from './screens.ts'

const WIDTHS = [1440, 360]

// Lengthens what is drawn, half as long again with letters that fill more, and leaves values of the viewer's as they are.
const LENGTHEN = `(() => {
  const seen = (globalThis.lengthened ??= new WeakSet())
  const skipped = 'script, style, textarea, code, pre, kbd, time, bdi, svg, .cm-editor, [role=gridcell], option'
  const longer = (text) => {
    const letters = text.replace(/\\s+/g, ' ').trim()
    return letters.length < 2 ? text : text + ' ' + letters.slice(0, Math.ceil(letters.length / 2)).trim()
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
    if (seen.has(node) || node.data.trim() === '' || node.parentElement.closest(skipped) !== null) continue
    seen.add(node)
    node.data = longer(node.data)
  }
})()`

// What holds text and shows less than it holds, unless it says so with an ellipsis or can be scrolled.
const CUT = `[...document.querySelectorAll('button, a, label, h1, h2, h3, th, td, p, li, dt, dd, legend, [role=tab]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.textContent.trim() !== '')
  .filter((one) => one.closest('.visually-hidden, [role=grid], .react-flow, .cm-editor') === null)
  .filter((one) => {
    const style = getComputedStyle(one)
    const clips = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis' && style.overflowX !== 'auto'
    const wider = one.scrollWidth - one.clientWidth > 1
    return style.display !== 'inline' && wider && (clips || one.matches('button, [role=tab]')) && one.clientWidth > 1
  })
  .map((one) => one.outerHTML.slice(0, 160))`

// Controls of one screen that lie on one another.
const OVERLAPPING = `(() => {
  // The head of a table is there for screen readers alone on a phone.
  const isClipped = (one) => one !== null && (getComputedStyle(one).clipPath !== 'none' || isClipped(one.parentElement))
  const controls = [...document.querySelectorAll('main button, main a, main input, main [role=combobox], main [role=tab]')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => one.closest('[role=grid], .react-flow, .cm-editor, [aria-hidden=true], [inert]') === null && !isClipped(one))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 2 && height > 2)
  const found = []
  for (const [at, [one, a]] of controls.entries())
    for (const [other, b] of controls.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue
      // The eye of a password stands in its field.
      if (one.matches('input') && one.parentElement.contains(other)) continue
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (across > 2 && down > 2) found.push(one.outerHTML.slice(0, 120) + ' and ' + other.outerHTML.slice(0, 120))
    }
  return found
})()`

describe.skipIf(NO_CHROMIUM)('texts half as long again', () => {
  let opened: OpenConsole
  let project: string
  let organisation: string
  let viewers: Record<'in' | 'out', Viewer>
  beforeAll(async () => {
    opened = await openConsole()
    const made = await opened.app.createProject('Duka la vitabu')
    project = made.id
    const { data } = await opened.app.api('GET', `/projects/${project}`, { token: made.token })
    organisation = data.organisation_id
    const { email } = (await opened.app.api('GET', '/me', { token: made.token })).data
    viewers = {
      in: follower(await opened.visit('', { as: email }), opened.base),
      out: follower(await opened.visit('/sign-in'), opened.base),
    }
  })
  afterAll(() => opened?.stop())

  const check = async (page: Page, where: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: heightOf(width) })
      await drawn(page)
      const at = `${where} at ${width} px`
      await expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'), {
          message: at,
        })
        .toBeLessThanOrEqual(0)
      await expect.poll(() => page.evaluate<string[]>(CUT), { message: `${at}: cut off` }).toEqual([])
      await expect
        .poll(() => page.evaluate<string[]>(OVERLAPPING), { message: `${at}: overlapping` })
        .toEqual([])
    }
  }

  test.each(SCREENS)('fit on $name', async (screen) => {
    const { page, follow } = viewers[screen.open ? 'out' : 'in']
    const path = screen.path.replace('{project}', project).replace('{organisation}', organisation)
    await follow(path, screen)
    await page.evaluate(LENGTHEN)
    await check(page, screen.name)
  })
})
