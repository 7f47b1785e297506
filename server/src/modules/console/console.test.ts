// How the console is served: from memory, compressed, with its policy, on the hosts that are allowed.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { errorHandler } from '#platform/http/answers/error-handler.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { quietLog } from '#test/test-database.ts'
import { consoleRoutes } from './console.routes.ts'
import { readConsoleFiles } from './console-files.ts'

const HTML = { accept: 'text/html,*/*' }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<script nonce="__MSINGI_NONCE__"></script>')
  await writeFile(join(folder, 'assets/main-1.js'), 'plain')
  await writeFile(join(folder, 'assets/main-1.js.br'), 'brotli')
  await writeFile(join(folder, 'assets/main-1.js.gz'), 'gzip')
  await writeFile(join(folder, 'assets/large-1.js.br'), brotliCompressSync('large'))
  await writeFile(join(folder, 'assets/large-1.js.gz'), gzipSync('large'))
})
afterAll(() => rm(folder, { recursive: true }))

function serve(environment: Record<string, string> = {}, built = true) {
  const app = fastify()
  app.setErrorHandler(errorHandler(quietLog))
  const files = built ? readConsoleFiles(folder) : undefined
  consoleRoutes(app as unknown as App, readConfig(environment), files)
  return (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { host: 'api.example', ...headers } })
}

test('every page is index.html with a new nonce, never stored', async () => {
  const get = serve()
  const [one, two] = [await get('/console', HTML), await get('/console/projects/1', HTML)]
  expect(one.headers['cache-control']).toBe('no-store')
  const nonces = [one, two].map(({ body, headers }) => {
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1] as string
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    return nonce
  })
  expect(nonces[0]).not.toBe(nonces[1])
  expect(one.headers['content-security-policy']).not.toMatch(/unsafe/)
})

test('assets never change, in the encoding that the client takes', async () => {
  const get = serve()
  const path = '/console/assets/main-1.js'
  const encoded = async (accept: string) => (await get(path, { 'accept-encoding': accept })).body
  expect(await Promise.all(['gzip, br', 'gzip', 'identity', 'br;q=0'].map(encoded))).toEqual([
    'brotli',
    'gzip',
    'plain',
    'plain',
  ])
  const { headers } = await get(path)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect((await get(path, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  const head = await get(path, {}, 'HEAD')
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '5'])
})

test('a file that is kept compressed alone is unpacked for who takes neither encoding', async () => {
  const get = serve()
  const large = (accept: string) => get('/console/assets/large-1.js', { 'accept-encoding': accept })
  expect(gunzipSync((await large('gzip')).rawPayload).toString()).toBe('large')
  expect(brotliDecompressSync((await large('br')).rawPayload).toString()).toBe('large')
  const plain = await large('identity')
  expect(plain.body).toBe('large')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
})

test.each(['/console/assets/none.js', '/console/assets/..%2findex.html', '/console/assets/main-1.js.br'])(
  '%s is 404, never a page',
  async (path) => {
    const { statusCode, headers } = await serve()(path, HTML)
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toContain('json')
  },
)

test('the policy names the public address where it leads elsewhere', async () => {
  const get = serve({ MSINGI_PUBLIC_URL: 'https://api.elsewhere.example' })
  const { headers } = await get('/console', HTML)
  expect(headers['content-security-policy']).toContain(
    "connect-src 'self' https://api.elsewhere.example wss://api.elsewhere.example",
  )
})

test('is served on the host names of MSINGI_CONSOLE alone', async () => {
  const get = serve({ MSINGI_CONSOLE: 'Console.example' })
  expect((await get('/console', HTML)).statusCode).toBe(404)
  expect((await get('/console', { ...HTML, host: 'console.example:8080' })).statusCode).toBe(200)
})

test('says how to build it where it is not built', async () => {
  const { statusCode, body } = await serve({}, false)('/console', HTML)
  expect(statusCode).toBe(503)
  expect(body).toContain('npm run build --workspace console')
})

test('the preview has no origin and no script but its own', async () => {
  const { headers, body } = await serve()('/console/preview', HTML)
  expect(headers['content-security-policy']).toMatch(/script-src 'sha256-[^']+';.*sandbox allow-scripts$/)
  expect(body).toContain('postMessage')
})
