// What fails is named, with its reason, and can be done again; no mutation of the console keeps its failure to itself.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { failures, type OpenConsole, openConsole } from './open-console.ts'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
const ACTS = 'acts/use-act.ts'

/** silentIn returns the lines of a source with a mutation whose failure nothing in that source shows. */
function silentIn(source: string): readonly string[] {
  return source.split('\n').filter((line) => {
    if (!line.includes('useMutation(') && !/\.catch\((?:toast|alert)/.test(line)) return false
    const name = /const (\w+) = useMutation\(/.exec(line)?.[1]
    return name === undefined || !source.includes(`${name}.error`)
  })
}

test.each([
  ['const save = useMutation({ mutationFn })', 1],
  ['const save = useMutation({ mutationFn })\n<Note>{save.error?.message}</Note>', 0],
  ['return useMutation({ mutationFn, onError: toastError })', 1],
  ['onClick={() => markRead(id).catch(toastError)}', 1],
  ['const save = useAct(m.save, { mutationFn })', 0],
])('a failure that nobody is told of is found: %s', (source, silent) => {
  expect(silentIn(source)).toHaveLength(silent)
})

test('every mutation shows its failure in its place, or is an act', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  const code = files.filter((name) => /\.tsx?$/.test(name) && name !== ACTS)
  const silent = code.flatMap((name) =>
    silentIn(readFileSync(join(SOURCES, name), 'utf8')).map((line) => `${name}: ${line.trim()}`),
  )
  expect(code.length).toBeGreaterThan(500)
  expect(silent).toEqual([])
})

describe.skipIf(NO_CHROMIUM)('what fails in the console', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await get('/me')).email
    await opened.app.api('POST', `/projects/${project.id}/realtime/channels`, {
      token: project.token,
      body: { name: 'lobby' },
    })
  })
  afterAll(() => opened?.stop())

  const get = async (path: string) => (await opened.app.api('GET', path, { token: project.token })).data
  const screens = {
    'a checkbox': {
      path: '/notifications?tab=preferences',
      request: '**/notifications/preferences',
      press: ['checkbox', 'A quota is nearly used up'],
      names: 'Notify me of',
      outcome: async () => (await get('/me/notifications/preferences')).muted,
      done: ['quota.near'],
    },
    'an entry of a menu': {
      path: '/projects/ID/live?tab=channels',
      request: '**/realtime/channels/*',
      press: ['button', 'State: lobby', 'Turn off'],
      names: 'Turn off: lobby',
      outcome: async () => (await get(`/projects/${project.id}/realtime/channels`))[0].enabled,
      done: false,
    },
  } as const

  test.each(Object.entries(screens))('%s names it, and does it again', async (_, screen) => {
    const { page, problems, close } = await opened.visit(screen.path.replace('ID', project.id), { as: email })
    const body = { success: false, message: 'Busy.', errors: ['Busy.'] }
    let requests = 0
    await page.route(screen.request, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      requests += 1
      return requests > 2 ? route.continue() : route.fulfill({ status: 503, json: body })
    })
    const [role, name, entry] = screen.press
    await page.getByRole(role, { name, exact: true }).click()
    if (entry !== undefined) await page.getByRole('menuitem', { name: entry }).click()
    for (let tries = 1; tries <= 2; tries += 1) {
      await expect.poll(() => requests).toBe(tries)
      const failure = failures(page).filter({ hasText: 'Busy.' })
      await failure.getByText(screen.names, { exact: true }).waitFor()
      await failure.getByText('Try again', { exact: true }).click({ clickCount: tries })
    }
    await expect.poll(screen.outcome).toEqual(screen.done)
    expect(requests).toBe(3)
    expect(problems([503])).toEqual([])
    await close()
  })
})
