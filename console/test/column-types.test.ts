// Each of the 24 types of columns, written in each way that the table editor has, and read back over the API with all digits.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { parseExact } from '../src/api/client/exact-json.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

// What is typed, and what the API returns for it, as JSON: in the form of a new row, in a cell, in a paste and in a file.
type Value = readonly [typed: string, stored: string]
const same = (text: string): Value => [text, text]
const text = (typed: string, stored = typed): Value => [typed, JSON.stringify(stored)]
const UUIDS = [1, 2, 3, 4].map((n) => `0198a0b0-0000-7000-8000-00000000000${n}`)
const TYPES: Readonly<Record<string, readonly Value[]>> = {
  string: [text('Kitabu'), text('a "b"'), text('tab\there'), text('007')],
  text: [text('two'), text(' kept '), text('"quoted"'), text('NULL')],
  integer: [same('57'), same('-2147483648'), ['+7', '7'], same('0')],
  smallint: [same('1'), same('-32768'), same('32767'), same('5')],
  bigint: [same('9007199254740993'), same('-1'), same('9223372036854775807'), same('3')],
  serial: [same('41'), same('42'), same('43'), same('44')],
  decimal: [same('12.50'), ['1e2', '100'], same('0.123456789012345678901'), same('1.10')],
  float: [same('0.5'), ['1.50', '1.5'], ['NaN', '"NaN"'], ['1e3', '1000']],
  money: [
    ['12.5', '12.5000'],
    ['3', '3.0000'],
    ['123456789012345.6789', '123456789012345.6789'],
    ['0.1', '0.1000'],
  ],
  boolean: [same('true'), same('false'), ['YES', 'true'], ['no', 'false']],
  date: [text('2026-01-31'), text('2024-02-29'), text('9999-12-31'), text('2026-02-01')],
  timestamp: [
    text('2026-01-31T10:00:00+03:00', '2026-01-31T07:00:00+00:00'),
    text('2026-01-31 10:00:00.123456', '2026-01-31T10:00:00.123456+00:00'),
    text('2026-02-01T00:00:00Z', '2026-02-01T00:00:00+00:00'),
    text('2026-03-01T01:02:03Z', '2026-03-01T01:02:03+00:00'),
  ],
  time: [text('10:30', '10:30:00'), text('23:59:59.5'), text('00:00', '00:00:00'), text('07:08:09')],
  interval: [text('1 day'), text('P1D', '1 day'), text('2 hours', '02:00:00'), text('3 days')],
  uuid: UUIDS.map((id) => text(id.toUpperCase(), id)),
  json: [same('{"n": 9007199254740993}'), ['[1,  2]', '[1,2]'], ['"a"', '"a"'], ['{"b":1.25}', '{"b":1.25}']],
  jsonb: [
    ['{"b":1,"a":1.5}', '{"a":1.5,"b":1}'],
    ['[]', '[]'],
    ['"x"', '"x"'],
    ['7', '7'],
  ],
  enum: [text('low'), text('high'), text('low'), text('high')],
  email: [text('asha@example.com'), text('juma@example.com'), text('a@b.co'), text('b@b.co')],
  phone: [text('+255712345678'), text('+254712345678'), text('+12025550123'), text('+255700000001')],
  char: [text('abc'), text('xyz'), text('q  '), text('uvw')],
  bytea: [text('\\x00ff'), text('\\x'), text('\\xAB', '\\xab'), text('\\x01')],
  inet: [text('192.0.2.10'), text('10.0.0.0/8'), text('2001:DB8::1', '2001:db8::1'), text('127.0.0.1')],
}
const MORE: Readonly<Record<string, object>> = {
  enum: { enum_values: ['low', 'high'] },
  char: { char_length: 3 },
}
const CHOSEN = new Set(['boolean', 'enum'])

describe.skipIf(NO_CHROMIUM)('types of columns', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  const types: Record<string, readonly Value[]> = { ...TYPES }
  const api = (method: string, path: string, options: object = {}) =>
    opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, ...options })
  const rows = async (): Promise<readonly Record<string, unknown>[]> => {
    const { text } = await api('GET', '/tables/things/records?order=created_at.asc')
    return (parseExact(text) as { data: Record<string, unknown>[] }).data
  }
  const typesOf = (row: Record<string, unknown> | undefined) =>
    Object.fromEntries(
      Object.keys(types).map((type) => [type, normal(JSON.stringify(row?.[`c_${type}`]))] as const),
    )
  const stored = (at: number) =>
    Object.fromEntries(Object.entries(types).map(([type, values]) => [type, normal(values[at]?.[1] ?? '')]))
  const quoted = (one: string) => (/["\t\n,]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)

  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
    await api('POST', '/storage/buckets', { body: { name: 'Files' } })
    const files = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => {
        const path = `/storage/buckets/files/objects/${name}.txt`
        const headers = { 'content-type': 'text/plain' }
        return (await api('PUT', path, { raw: name, headers })).data.id as string
      }),
    )
    types.file = files.map((id) => text(id))
    const columns = Object.keys(types).map((type) => ({
      name: `c_${type}`,
      data_type: type,
      ...MORE[type],
    }))
    const made = await api('POST', '/tables', { body: { name: 'Things', columns } })
    if (made.status !== 201) throw new Error(made.text)
  })
  afterAll(() => opened?.stop())

  test('keep what is typed in a form, a cell, a paste, a copy and a file, and undo it', async () => {
    const path = `/projects/${project.id}/tables?table=things&order=created_at.asc`
    const { page, problems, close } = await opened.visit(path, { as: email })
    await page.getByRole('button', { name: 'Insert row' }).first().click()
    const form = page.getByRole('dialog')
    for (const [type, [value]] of Object.entries(types)) {
      const name = new RegExp(`^c_${type}( ·|$)`)
      const [typed = ''] = value ?? []
      if (CHOSEN.has(type)) {
        await form.getByRole('combobox', { name }).click()
        await page.getByRole('option', { name: typed, exact: true }).click()
      } else await form.getByRole('textbox', { name }).first().fill(typed)
    }
    await form.getByRole('button', { name: 'Insert', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    expect(typesOf((await rows())[0])).toEqual(stored(0))

    const grid = page.getByRole('grid', { name: 'Things' })
    const goTo = async (row: number, type: string) => {
      await grid.focus()
      await page.keyboard.press('Control+Home')
      for (let down = 1; down < row; down += 1) await page.keyboard.press('ArrowDown')
      // The id stands before them.
      const steps = Object.keys(types).indexOf(type) + 1
      for (let right = 0; right < steps; right += 1) await page.keyboard.press('ArrowRight')
    }
    await goTo(1, 'string')
    for (const [type, values] of Object.entries(types)) {
      if (type === 'file') continue
      const [typed = ''] = values[1] ?? []
      await page.keyboard.press(CHOSEN.has(type) ? (typed[0] ?? '') : 'Enter')
      if (!CHOSEN.has(type)) {
        await page.keyboard.press('Control+a')
        await page.keyboard.insertText(typed)
      }
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowRight')
    }
    const edited = { ...stored(1), file: stored(0).file }
    await expect.poll(async () => typesOf((await rows())[0])).toEqual(edited)

    const line = (at: number) => Object.values(types).map((values) => quoted(values[at]?.[0] ?? ''))
    const paste = async (row: number) => {
      await goTo(row, 'string')
      await page.keyboard.press('Control+v')
      const dialog = page.getByRole('dialog', { name: 'Paste' })
      await dialog.getByRole('button', { name: 'Write' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    const isBack = async (row: number, values: object) => {
      await grid.focus()
      await page.keyboard.press('Control+z')
      await expect.poll(async () => typesOf((await rows())[row - 1])).toEqual(values)
    }
    await page.evaluate((text) => navigator.clipboard.writeText(text), line(2).join('\t'))
    await paste(1)
    expect(typesOf((await rows())[0])).toEqual(stored(2))
    await isBack(1, edited)

    const names = Object.keys(types).map((type) => `c_${type}`)
    const imported = await api('POST', '/tables/things/import', {
      raw: `${names.join(',')}\n${line(3).join(',')}\n`,
      headers: { 'content-type': 'text/csv' },
    })
    expect(imported.data).toMatchObject({ written: 1 })
    expect(typesOf((await rows())[1])).toEqual(stored(3))

    // A row as the copy of another.
    await page.getByRole('button', { name: 'Show 1 new row' }).click()
    await goTo(1, 'string')
    await page.keyboard.press('Shift+End')
    await page.keyboard.press('Control+c')
    await paste(2)
    expect(typesOf((await rows())[1])).toEqual(edited)
    await isBack(2, stored(3))

    // What the form has made of the row comes back, edit by edit.
    for (let back = 0; back < names.length - 2; back += 1) await page.keyboard.press('Control+z')
    await isBack(1, stored(0))
    await expect.poll(() => page.getByText(/by others meanwhile|changed meanwhile/).count()).toBe(0)
    expect(problems()).toEqual([])
    await close()
  })
})

// JSON columns keep blanks as they came or not: what counts are values with their digits.
function normal(json: string): string {
  try {
    return JSON.stringify(parseExact(json))
  } catch {
    return json
  }
}
