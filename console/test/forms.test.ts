// Forms compare what is typed with what they began with, and ask before that is lost.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { isChanged } from '../src/ui/forms/changes.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

test.each([
  ['the same text', 'a', 'a', false],
  ['another text', 'a', 'b', true],
  ['null and empty text', null, '', true],
  ['a number and its text', 1, '1', true],
  ['another order of names', { a: 1, b: [2] }, { b: [2], a: 1 }, false],
  ['what is left out and undefined', { a: undefined }, {}, false],
  ['another order of a list', [1, 2], [2, 1], true],
  ['a list that is longer', [1, 2], [1], true],
  ['a list and an object', [], {}, true],
  ['deep inside', { a: [{ b: 'x' }] }, { a: [{ b: 'y' }] }, true],
])('%s', (_, now, before, changed) => {
  expect(isChanged(now, before)).toBe(changed)
  expect(isChanged(before, now)).toBe(changed)
})

describe.skipIf(NO_CHROMIUM)('a form that is left', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    const call = (method: string, path: string, body?: unknown) =>
      opened.app.api(method, path, { token: project.token, body })
    email = (await call('GET', '/me')).data.email
    const columns = [{ name: 'title', data_type: 'string' }]
    await call('POST', `/projects/${project.id}/tables`, { name: 'Books', columns })
    await call('POST', `/projects/${project.id}/tables/books/records`, { data: { title: 'Utengano' } })
  })
  afterAll(() => opened?.stop())

  test.each([
    ['tables?table=books', 'Open row', 'title', 'Utengano'],
    ['api-keys', 'New key', 'Name', ''],
  ])(
    '%s: asks where something is typed, and not where it is typed back',
    async (path, button, field, before) => {
      const { page, problems, close } = await opened.visit(`/projects/${project.id}/${path}`, { as: email })
      await page.getByRole('button', { name: button }).first().click()
      const form = page.getByRole('dialog')
      const input = form.getByRole('textbox', { name: new RegExp(`^${field}`) })
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        asked.push(dialog.message())
        return dialog.dismiss()
      })
      await input.fill('Something else')
      await form.getByRole('button', { name: 'Cancel' }).click()
      await expect.poll(() => asked).toEqual(['What you have typed is not saved. Leave anyway?'])
      expect(await input.inputValue()).toBe('Something else')
      await input.fill(before)
      await form.getByRole('button', { name: 'Cancel' }).click()
      await form.waitFor({ state: 'detached' })
      expect(asked).toHaveLength(1)
      expect(problems()).toEqual([])
      await close()
    },
  )
})
