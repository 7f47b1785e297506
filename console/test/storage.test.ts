// The storage screen: buckets made, files uploaded, looked at, moved, shared, deleted and restored, checked over the API.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(NO_CHROMIUM)('storage', () => {
  let opened: OpenConsole
  let project: TestProject
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    email = (await opened.app.api('GET', '/me', { token: project.token })).data.email
  })
  afterAll(() => opened?.stop())

  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    opened.app.api(method, `/projects/${project.id}/storage${path}`, {
      token: project.token,
      ...(body === undefined ? {} : { body }),
    })
  const namesIn = async (bucket: string) =>
    ((await call('GET', `/buckets/${bucket}/objects`)).data as { name: string }[]).map(({ name }) => name)

  test('makes a bucket and a folder, uploads, previews, moves, signs, deletes and restores', async () => {
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/storage`, { as: email })
    await page.getByText('No buckets yet').waitFor()
    await page.getByRole('button', { name: 'New bucket' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Covers')
    await page.getByRole('checkbox', { name: 'Public' }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'Covers', exact: true }).click()
    expect((await call('GET', '/buckets')).data).toMatchObject([{ slug: 'covers', is_public: true }])

    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByLabel('Name', { exact: true }).fill('2026')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: '2026', exact: true }).click()
    await page.getByText('No files here yet').waitFor()
    await page.locator('input[type=file]').setInputFiles([
      { name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('habari za leo') },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
    ])
    await page.getByText('3 files are uploaded').waitFor()
    await page.getByRole('button', { name: 'Clear what is done' }).click()
    expect(await namesIn('covers')).toEqual(
      expect.arrayContaining(['2026/notes.txt', '2026/page.html', '2026/pixel.png']),
    )

    await page.getByRole('button', { name: 'pixel.png', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'pixel.png' })
    const picture = drawer.getByRole('img', { name: '2026/pixel.png' })
    await picture.waitFor()
    await expect
      .poll(() => picture.evaluate('document.querySelector("[role=dialog] img").naturalWidth'))
      .toBe(1)
    const address = await drawer.locator('code').getByText('/storage/public/').innerText()
    const shared = await page.request.get(address)
    expect([shared.status(), shared.headers()['content-type']]).toEqual([200, 'image/png'])
    await drawer.getByRole('button', { name: 'Signed link' }).click()
    const sign = page.getByRole('dialog', { name: 'Signed link' })
    await sign.getByRole('button', { name: 'Make the link' }).click()
    const link = await sign.locator('code').innerText()
    expect((await page.request.get(link)).status()).toBe(200)
    await sign.getByRole('button', { name: 'Cancel' }).click()
    await drawer.getByRole('button', { name: 'Rename or move' }).click()
    const move = page.getByRole('dialog', { name: 'Rename or move' })
    await move.getByRole('textbox', { name: 'Name in the bucket' }).fill('2026/dot.png')
    await move.getByRole('button', { name: 'Rename or move' }).click()
    await page.getByText('Moved to 2026/dot.png').waitFor()
    expect(await namesIn('covers')).toContain('2026/dot.png')
    await page.getByRole('dialog', { name: 'dot.png' }).getByRole('button', { name: 'Close' }).click()

    // What a browser could run is shown as text.
    await page.getByRole('button', { name: 'page.html', exact: true }).click()
    const html = page.getByRole('dialog', { name: 'page.html' })
    await html.getByText('<script>alert(1)</script>').waitFor()
    await html.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('checkbox', { name: 'Choose 2026/notes.txt' }).check()
    await page.getByRole('checkbox', { name: 'Choose 2026/page.html' }).check()
    await page.getByRole('button', { name: 'Delete 2' }).click()
    const confirm = page.getByRole('dialog', { name: 'Delete 2 files?' })
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 files are deleted').waitFor()
    expect(await namesIn('covers')).not.toContain('2026/notes.txt')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'notes.txt', exact: true }).waitFor()
    expect(await namesIn('covers')).toContain('2026/notes.txt')

    await page.getByRole('searchbox', { name: 'Search in this folder' }).fill('dot')
    await page.getByRole('button', { name: 'notes.txt', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Gallery' }).click()
    await page
      .getByRole('list', { name: 'Files' })
      .getByRole('button', { name: /dot\.png/ })
      .waitFor()
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toMatchObject({ bucket: 'covers', folder: '2026/', view: 'gallery' })
    expect(problems()).toEqual([])
    await close()
  })

  test('shows why a file is refused, and pauses and resumes an upload', async () => {
    await call('POST', '/buckets', { name: 'Papers', allowed_mime_types: ['text/plain'] })
    const path = `/projects/${project.id}/storage?bucket=papers`
    const { page, problems, close } = await opened.visit(path, { as: email })
    await page.getByText('No files here yet').waitFor()
    const choose = page.locator('input[type=file]')
    await choose.setInputFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL })
    await page.getByRole('alert').getByText('image/png').waitFor()
    await page.getByRole('button', { name: 'Cancel: pixel.png' }).click()

    // The bytes are held up until the upload has been paused.
    let release = () => undefined as unknown
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/resumable\//, async (route) => {
      if (route.request().method() === 'PATCH') await held
      await route.continue().catch(() => undefined)
    })
    const text = 'x'.repeat(100_000)
    await choose.setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Pause: long.txt' }).click()
    await page.getByRole('button', { name: 'Resume: long.txt' }).waitFor()
    release()
    await page.getByRole('button', { name: 'Resume: long.txt' }).click()
    await page.getByText('1 file is uploaded').waitFor()
    const [stored] = (await call('GET', '/buckets/papers/objects')).data
    expect(stored).toMatchObject({ name: 'long.txt', size: 100_000 })

    await choose.setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from('short') })
    await page.getByRole('button', { name: 'Replace: long.txt' }).click()
    await page.getByText('2 files are uploaded').waitFor()
    const [replaced] = (await call('GET', '/buckets/papers/objects')).data
    expect(replaced).toMatchObject({ id: stored.id, size: 5 })
    expect(problems([400, 409, 415, 422])).toEqual([])
    await close()
  })

  test('edits the file of a row, dates and times in the table editor', async () => {
    const data = (method: string, path: string, body?: unknown) =>
      opened.app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
    const columns = Object.entries({ photo: 'file', born: 'date', opens: 'time', seen: 'timestamp' })
    await data('POST', '/tables', {
      name: 'Sellers',
      columns: columns.map(([name, data_type]) => ({ name, data_type })),
    })
    await call('POST', '/buckets', { name: 'Photos', slug: 'photos' })
    const begun = { born: '1990-05-06', opens: '08:15:00.000007', seen: '2026-03-01T07:30:15.123456Z' }
    await data('POST', '/tables/sellers/records', { data: begun })
    const stored = async () => (await data('GET', '/tables/sellers/records')).data[0]
    const { page, problems, close } = await opened.visit(`/projects/${project.id}/tables?table=sellers`, {
      as: email,
      prepare: async (page) => {
        const devtools = await page.context().newCDPSession(page)
        await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Africa/Nairobi' })
      },
    })
    const cell = (column: string) => page.locator(`[role=gridcell][data-name="${column}"]`)
    const choose = async (column: string, before: string, after: string) => {
      await cell(column).dblclick()
      const input = page.getByLabel(`Choose ${column}`)
      await expect.poll(() => input.inputValue()).toBe(before)
      await input.fill(after)
      await input.press('Enter')
    }
    // In the zone of the viewer, with the digits below the second.
    await choose('seen', '2026-03-01T10:30:15', '2026-03-02T01:30:15')
    await expect.poll(async () => (await stored()).seen).toMatch(/^2026-03-01T22:30:15\.123456/)
    await choose('opens', '08:15:00', '21:05:00')
    await expect.poll(async () => (await stored()).opens).toBe('21:05:00.000007')
    await choose('born', '1990-05-06', '1991-01-02')
    await expect.poll(async () => (await stored()).born).toBe('1991-01-02')
    await cell('seen').dblclick()
    await page.getByRole('textbox', { name: 'seen', exact: true }).fill('2026-03-01T07:30:15.654321+03:00')
    await expect.poll(() => page.getByLabel('Choose seen').inputValue()).toBe('2026-03-01T07:30:15')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored()).seen).toMatch(/^2026-03-01T04:30:15\.654321/)

    const picker = page.getByRole('dialog', { name: 'Choose the file of photo' })
    const chooseBucket = async () => {
      await picker.getByRole('combobox', { name: 'Bucket' }).click()
      await page.getByRole('option', { name: 'Photos' }).click()
    }
    await cell('photo').dblclick()
    await chooseBucket()
    await picker.locator('input[type=file]').setInputFiles({
      ...{ name: 'asha 1.png', mimeType: 'image/png', buffer: PIXEL },
    })
    await expect.poll(async () => (await stored()).photo).not.toBeNull()
    const { id } = (await call('GET', '/buckets/photos/objects')).data[0]
    expect((await stored()).photo).toBe(id)
    await cell('photo').dblclick()
    await picker.getByRole('img', { name: 'asha 1.png' }).waitFor()
    await picker.getByRole('button', { name: 'Set NULL' }).click()
    await expect.poll(async () => (await stored()).photo).toBeNull()

    await page.getByRole('button', { name: 'Open row' }).click()
    const form = page.getByRole('dialog', { name: 'Row of Sellers' })
    await form.getByRole('button', { name: 'Choose the file of photo' }).click()
    await chooseBucket()
    await picker.getByRole('searchbox', { name: 'Find a file…' }).fill('asha')
    await picker.getByRole('button', { name: /^asha 1.png/ }).click()
    await form.getByRole('img', { name: 'asha 1.png' }).waitFor()
    await form.getByLabel('Choose seen').fill('2026-03-01T08:30:15')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    expect(await stored()).toMatchObject({ photo: id, seen: expect.stringMatching(/T05:30:15\.654321/) })
    expect(problems()).toEqual([])
    await close()
  })
})
