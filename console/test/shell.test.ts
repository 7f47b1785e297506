// What stands around the screens is loaded when somebody is about to use it; no click and no key is lost on the way.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import { holdBack } from './hold-back.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

/** focused returns the name of what has the focus. */
const focused = (page: Page) => page.evaluate<string>('document.activeElement.ariaLabel')

describe.skipIf(NO_CHROMIUM)('the shell', () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened?.stop())

  /** visitProjects opens the console for an account that has projects of these names. */
  async function visitProjects(names: readonly string[]) {
    const { token, user } = await opened.app.register()
    for (const name of names) await opened.app.api('POST', '/projects', { token, body: { name } })
    const visit = await opened.visit('/account', { as: user.email })
    await visit.page.getByRole('heading', { name: 'Your account', exact: true }).waitFor()
    return visit
  }

  test('opens what was clicked before its code was there', async () => {
    const { page, problems, close } = await visitProjects(['Duka'])
    const menu = await holdBack(page, 'menu-popup')
    await page.getByRole('button', { name: /^Account and appearance/ }).click()
    await menu.asked
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    menu.release()
    await page.getByRole('menuitem', { name: 'Your account' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'hidden' })

    const finder = await holdBack(page, 'project-finder')
    await page.getByRole('combobox', { name: 'Switch project' }).click()
    await finder.asked
    finder.release()
    await page.getByRole('option', { name: 'Duka' }).waitFor()
    await page.keyboard.press('Escape')

    const bell = await holdBack(page, 'notification-panel')
    await page.getByRole('button', { name: 'Notifications' }).click()
    await bell.asked
    bell.release()
    await page.getByRole('link', { name: 'All notifications' }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('loads the code of the screen while the session is renewed', async () => {
    const { user } = await opened.app.register()
    const renewed = Promise.withResolvers<void>()
    const asked = new Set<string>()
    const prepare = async (page: Page) => {
      page.on('request', (request) => asked.add(request.url()))
      await page.route('**/auth/refresh', async (route) => {
        await renewed.promise
        await route.continue()
      })
    }
    const { page, problems, close } = await opened.visit('/organisations', { as: user.email, prepare })
    const hasAsked = (chunk: string) =>
      [...asked].some((url) => url.startsWith(`${opened.base}/console/assets/${chunk}-`))
    await expect.poll(() => hasAsked('organisations-screen') && hasAsked('shell')).toBe(true)
    renewed.resolve()
    await page.getByRole('heading', { name: 'Organisations' }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('opens by the keyboard, and keeps the focus at its button', async () => {
    const { page, problems, close } = await visitProjects(['Duka'])
    const menu = await holdBack(page, 'menu-popup')
    const button = page.getByRole('button', { name: /^Account and appearance/ })
    await button.focus()
    await menu.asked
    menu.release()
    // The button that the menu brings has taken the place of the first one.
    await page.locator('button[id]', { hasText: /^AJ$/ }).waitFor()
    await expect.poll(() => focused(page)).toMatch(/^Account and appearance/)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Your account' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toMatch(/^Account and appearance/)

    const list = await holdBack(page, 'select-popup')
    await page.getByRole('tab', { name: 'Access tokens' }).click()
    await page.getByRole('button', { name: 'New token' }).click()
    const select = page.getByRole('dialog').getByRole('combobox', { name: 'Expires' })
    await select.getByText('In 90 days').waitFor()
    await select.focus()
    await list.asked
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    list.release()
    await page.getByRole('option', { name: 'In a year' }).click()
    await select.getByText('In a year').waitFor()
    await page.locator('[role=combobox]:focus').getByText('In a year').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('has what is pressed before a list is there pressed in it', async () => {
    const { page, problems, close } = await visitProjects(['Duka', 'Shule', 'Hospitali'])
    const finder = await holdBack(page, 'project-finder')
    await page.getByRole('combobox', { name: 'Switch project' }).press('Enter')
    await finder.asked
    await page.keyboard.type('hospx')
    await page.keyboard.press('Backspace')
    finder.release()
    await page.getByRole('option', { name: 'Hospitali' }).waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await expect.poll(() => page.locator('input:focus').inputValue()).toBe('hosp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hospitali' }).waitFor()

    const menu = await holdBack(page, 'menu-popup')
    await page.getByRole('button', { name: /^Account and appearance/ }).press('Enter')
    await menu.asked
    await page.keyboard.type('your')
    await page.keyboard.press('Enter')
    menu.release()
    await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('chooses nothing by a second Enter, leaves the keys of the browser alone, and waits for some seconds', async () => {
    const { page, problems, close } = await visitProjects(['Duka'])
    await page.clock.install()
    const menu = await holdBack(page, 'menu-popup')
    const button = page.getByRole('button', { name: /^Account and appearance/ })
    await button.press('Enter')
    await menu.asked
    await page.evaluate(
      `window.keys = []; addEventListener('keydown', (e) => keys.push(e.key + ' ' + e.defaultPrevented), true)`,
    )
    for (const key of ['F9', 'Enter', ' ']) await page.keyboard.press(key)
    await page.clock.fastForward(10_000)
    await page.keyboard.press('Home')
    await expect.poll(() => page.evaluate('keys')).toEqual(['F9 false', 'Enter true', '  true', 'Home false'])

    await button.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('your')
    menu.release()
    await page.locator('[role=menuitem][data-highlighted]').getByText('Your account').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('opens no list that somebody has left before it was there', async () => {
    const { page, problems, close } = await visitProjects(['Duka'])
    const menu = await holdBack(page, 'menu-popup')
    const button = page.getByRole('button', { name: /^Account and appearance/ })
    await button.press('Enter')
    await menu.asked
    await page.keyboard.press('Escape')
    menu.release()
    // The button that takes the place of the first one knows of its list.
    await page.locator('button[id][aria-haspopup=menu]:focus').waitFor()
    await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Your account' }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('begins the search of the palette with what was typed before it was there', async () => {
    const { page, problems, close } = await visitProjects(['Duka', 'Hospitali'])
    const palette = await holdBack(page, 'command-palette')
    await page.keyboard.press('Control+k')
    await palette.asked
    await page.keyboard.type('hosp')
    palette.release()

    const field = page.getByRole('combobox', { name: 'Go to a screen' })
    await field.waitFor()
    await expect.poll(() => field.inputValue()).toBe('hosp')
    await expect.poll(() => focused(page)).toMatch(/^Go to a screen/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hospitali' }).waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('folds the groups of screens, remembers it, and opens the one of the screen', async () => {
    const { token, user } = await opened.app.register()
    const { id } = (await opened.app.api('POST', '/projects', { token, body: { name: 'Duka' } })).data
    const { page, problems, close } = await opened.visit(`/projects/${id}/sql`, { as: user.email })
    const navigation = page.getByRole('navigation', { name: 'Navigation' })
    const group = (name: string) => navigation.getByRole('button', { name, exact: true })
    const screen = (name: string) => navigation.getByRole('link', { name, exact: true })
    await screen('SQL').waitFor()
    await expect.poll(() => screen('API keys').count()).toBe(0)
    await group('Build').press('Enter')
    await screen('Functions').waitFor({ state: 'detached' })
    await group('Data').click()
    await screen('SQL').waitFor({ state: 'detached' })
    await group('Observe').press(' ')
    await screen('Usage').click()
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
    await page.reload()
    await screen('Usage').waitFor()
    await expect.poll(() => screen('Functions').count()).toBe(0)
    await expect.poll(() => screen('SQL').count()).toBe(0)
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await screen('Functions').waitFor()
    await group('Users').click()
    await screen('Functions').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test.each([
    { locale: 'en', sidebar: 'open' },
    { locale: 'sw', sidebar: 'open' },
    { locale: 'en', sidebar: 'folded' },
  ])('shows the groups without a scroll bar: $locale, $sidebar', async (preferences) => {
    const { token, user } = await opened.app.register()
    const { id } = (await opened.app.api('POST', '/projects', { token, body: { name: 'Duka' } })).data
    const prepare = (page: Page) =>
      page.addInitScript(`localStorage.setItem('msingi:preferences', '${JSON.stringify(preferences)}')`)
    const { page, problems, close } = await opened.visit(`/projects/${id}`, { as: user.email, prepare })
    const navigation = page.locator('nav').first()
    for (const path of ['', '/sql', '/users', '/cron', '/payments', '/usage', '/settings']) {
      if (path !== '') await page.goto(`${opened.base}/console/projects/${id}${path}`)
      await navigation.locator('[aria-current=page]').waitFor()
      const over = () =>
        navigation.evaluate((nav) => [
          nav.scrollHeight - nav.clientHeight,
          nav.scrollWidth - nav.clientWidth,
          ...[...nav.querySelectorAll('span')].filter((title) => title.scrollWidth > title.clientWidth),
        ])
      await expect.poll(over, { message: path }).toEqual([0, 0])
    }
    expect(problems()).toEqual([])
    await close()
  })

  test('finds one project among more than are read at once, and never reads all', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `Duka ${String(n).padStart(2, '0')}`)
    const { page, problems, close } = await visitProjects([...names, 'Zahanati'])
    const read: URL[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/v1/projects') read.push(url)
    })
    await page.getByRole('combobox', { name: 'Switch project' }).click()
    await page.getByRole('option', { name: 'Duka 00' }).waitFor()
    await expect.poll(() => page.getByRole('option', { name: 'Zahanati' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Find a project…' }).fill('zaha')
    await page.getByRole('option', { name: 'Zahanati' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to a screen' }).fill('duka 59')
    // Enter waits for the answer of the server.
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Duka 59' }).waitFor()
    expect(read.length).toBeGreaterThan(0)
    expect(read.filter(({ searchParams }) => !searchParams.has('limit'))).toEqual([])
    expect(problems()).toEqual([])
    await close()
  })
})
