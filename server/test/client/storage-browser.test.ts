// Uploads from a browser, on a page of another origin than the API: by the client, and by Uppy.
import { createHash } from 'node:crypto'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '#test/chromium.ts'
import { openShop, type Shop, type Tab } from './browser.fixture.ts'
import { AMINA } from './client.fixture.ts'

const MB = 1024 * 1024
const BYTES = 20 * MB

// The same bytes here and in the page: no two pieces are alike.
const FILL = `(bytes) => {
  for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 31 + (at >>> 16) * 7) & 255
  return bytes
}`
const fill = new Function(`return ${FILL}`)() as (bytes: Uint8Array) => Uint8Array

interface Stored {
  readonly name: string
  readonly size: number
  readonly checksum: string
}

describe.skipIf(NO_CHROMIUM)('in a browser', () => {
  let shop: Shop
  let tab: Tab
  let checksum: string

  beforeAll(async () => {
    checksum = createHash('sha256')
      .update(fill(new Uint8Array(BYTES)))
      .digest('hex')
    shop = await openShop()
    const { manage, project } = shop.site
    const below = `/projects/${project.id}`
    await manage('POST', `${below}/storage/buckets`, { name: 'films' })
    const { data } = await shop.site.call('GET', '/data/storage_objects')
    expect(data).toEqual([])
    const table = await manage('GET', `${below}/tables`, undefined)
    const { id } = table.find(({ slug }: { slug: string }) => slug === 'storage_objects')
    for (const action of ['select', 'insert', 'update', 'delete'])
      await manage('POST', `${below}/tables/${id}/rls`, { action, subject: 'authenticated' })
    tab = await shop.open(await shop.visit())
    await tab.run(`msingi.auth.signUp(${JSON.stringify(AMINA)})`)
  })
  afterAll(() => shop?.stop())

  const film = `new File([(${FILL})(new Uint8Array(${BYTES}))], 'film.bin', { lastModified: 1 })`
  const upload = (name: string, body: string, options = '') =>
    tab.run<{ stored: Stored; seen: number[] }>(`(async () => {
      const seen = []
      const onProgress = ({ loaded }) => seen.push(loaded)
      const stored = await msingi.storage.from('films').upload('${name}', ${body}, { onProgress, ${options} })
      return { stored, seen }
    })()`)

  test('progress is told byte by byte, of small files and of large ones', async () => {
    const small = await upload('small', `new Blob([new Uint8Array(${MB})])`)
    expect([small.stored.size, small.seen.at(-1)]).toEqual([MB, MB])
    const large = await upload('large', film)
    expect(large.stored).toMatchObject({ name: 'large', size: BYTES, checksum })
    // More often than once for each request.
    expect(large.seen.length).toBeGreaterThan(4)
    expect(large.seen).toEqual(large.seen.toSorted((a, b) => a - b))
    expect([large.seen[0], large.seen.at(-1)]).toEqual([0, BYTES])
  })

  test('a connection that breaks is opened again', async () => {
    let broken = 0
    await tab.page.route('**/storage/resumable/*', async (route) => {
      if (route.request().method() === 'PATCH' && broken++ === 0) return route.abort('connectionreset')
      return route.continue()
    })
    const { stored } = await upload('broken', film, 'retryDelays: [1, 1]')
    await tab.page.unroute('**/storage/resumable/*')
    expect([stored.checksum, broken]).toEqual([checksum, 3])
  })

  test('an upload that was stopped goes on after a reload, with the same file', async () => {
    const stopped = await tab.run(`(async () => {
      const stop = new AbortController()
      const onProgress = ({ loaded }) => loaded >= ${16 * MB} && stop.abort(new Error('enough'))
      const options = { signal: stop.signal, onProgress }
      return msingi.storage.from('films').upload('stopped', ${film}, options).catch((error) => error.message)
    })()`)
    expect(stopped).toBe('enough')
    await tab.page.reload()
    await tab.page.waitForFunction('globalThis.msingi')
    const { stored, seen } = await upload('stopped', film)
    expect(stored.checksum).toBe(checksum)
    expect(seen[0]).toBeGreaterThanOrEqual(16 * MB)
    expect(await tab.run(`Object.keys(localStorage).filter((name) => name.includes('upload'))`)).toEqual([])
  })

  test('Uppy uploads, also in parallel', async () => {
    const contents = `import Uppy from '@uppy/core'; import Tus from '@uppy/tus'; Object.assign(globalThis, { Uppy, Tus })`
    const bundle = await build({
      stdin: { contents, resolveDir: import.meta.dirname },
      bundle: true,
      format: 'iife',
      write: false,
    })
    await tab.page.addScriptTag({ content: String(bundle.outputFiles[0]?.text) })
    const { api, project } = shop.site
    for (const parallelUploads of [1, 3]) {
      const done = await tab.run<{ failed: unknown[]; successful: unknown[] }>(`(async () => {
        const { tokens } = await msingi.auth.session()
        const uppy = new Uppy().use(Tus, {
          endpoint: '${api}/projects/${project.id}/storage/buckets/films/resumable',
          headers: { authorization: 'Bearer ' + tokens.access_token },
          parallelUploads: ${parallelUploads},
        })
        uppy.addFile({ name: 'uppy-${parallelUploads}.bin', data: ${film} })
        const { failed, successful } = await uppy.upload()
        return { failed: failed.map(({ error }) => error), successful: successful.map(({ name }) => name) }
      })()`)
      expect(done).toEqual({ failed: [], successful: [`uppy-${parallelUploads}.bin`] })
      const path = `/projects/${project.id}/storage/buckets/films/objects?prefix=uppy-${parallelUploads}`
      expect((await shop.site.call('GET', path)).data).toMatchObject([{ size: BYTES, checksum }])
    }
  })
})
