// How files are sent: parts of them, conditions, and what browsers may do with them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let storage: StorageDriver

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket('docs')
})
afterAll(() => app.stop())

describe('documents that could act', () => {
  test.each([
    ['text/html', '<script>alert(1)</script>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['application/xml', '<?xml version="1.0"?><a/>'],
    ['text/xml', '<a/>'],
  ])('%s is shown without any right', async (type, body) => {
    const put = await storage.put('docs', `active/${type}`, body, { 'content-type': type })
    const got = await storage.get(`/objects/${put.data.id}/content`)
    expect(got.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
    expect(got.headers['content-security-policy']).not.toContain('allow-')
    expect(got.headers['x-content-type-options']).toBe('nosniff')
  })

  test('no file is a service worker', async () => {
    const put = await storage.put('docs', 'sw.js', 'self', { 'content-type': 'text/javascript' })
    const got = await storage.get(`/objects/${put.data.id}/content`, { 'service-worker': 'script' })
    expect(got.status).toBe(403)
  })
})

describe('ranges', () => {
  let id: string
  beforeAll(async () => {
    id = (await storage.put('docs', 'digits', '0123456789', { 'content-type': 'text/plain' })).data.id
  })

  test.each([
    ['bytes=0-0', 206, '0'],
    ['bytes=2-4', 206, '234'],
    ['bytes=7-', 206, '789'],
    ['bytes=-3', 206, '789'],
    ['bytes=-100', 206, '0123456789'],
    ['bytes=5-100', 206, '56789'],
    ['bytes=0-2,1-5', 206, '012345'],
    ['bytes=0-9,0-9,0-9', 206, '0123456789'],
    ['bytes=10-', 416, undefined],
    ['bytes=-0', 416, undefined],
    [`bytes=${Array.from({ length: 17 }, () => '0-0').join()}`, 416, undefined],
    [`bytes=0-0${','.repeat(2000)}`, 416, undefined],
    ['bytes=4-2', 200, '0123456789'],
    ['bytes=a-b', 200, '0123456789'],
    ['lines=0-1', 200, '0123456789'],
    ['bytes=9999999999999999999-', 200, '0123456789'],
  ])('%s', async (range, status, text) => {
    const got = await storage.get(`/objects/${id}/content`, { range })
    expect(got.status, got.text).toBe(status)
    if (text !== undefined) expect(got.text).toBe(text)
    if (status === 416) expect(got.headers['content-range']).toBe('bytes */10')
  })

  test('several parts', async () => {
    const got = await storage.get(`/objects/${id}/content`, { range: 'bytes=0-1,4-5,-1' })
    const [, boundary] = /boundary=(.+)$/.exec(String(got.headers['content-type'])) ?? []
    const parts = got.text.split(`--${boundary}`).slice(1, -1)
    expect(parts.map((part) => part.split('\r\n\r\n')[1]?.trim())).toEqual(['01', '45', '9'])
    expect(Number(got.headers['content-length'])).toBe(Buffer.byteLength(got.text))
  })

  test('conditions', async () => {
    const first = await storage.get(`/objects/${id}/content`)
    const etag = String(first.headers.etag)
    const modified = String(first.headers['last-modified'])
    const status = async (headers: Record<string, string>) =>
      (await storage.get(`/objects/${id}/content`, headers)).status
    expect(await status({ 'if-none-match': etag })).toBe(304)
    expect(await status({ 'if-none-match': `"x", W/${etag}` })).toBe(304)
    expect(await status({ 'if-none-match': '"x"' })).toBe(200)
    expect(await status({ 'if-none-match': '*' })).toBe(304)
    expect(await status({ 'if-modified-since': modified })).toBe(304)
    expect(await status({ 'if-modified-since': '2099' })).toBe(200)
    expect(await status({ 'if-match': '"x"' })).toBe(412)
    expect(await status({ 'if-match': etag })).toBe(200)
    expect(await status({ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(412)
    expect(await status({ range: 'bytes=0-1', 'if-range': etag })).toBe(206)
    expect(await status({ range: 'bytes=0-1', 'if-range': '"x"' })).toBe(200)
    expect(await status({ range: 'bytes=0-1', 'if-range': modified })).toBe(206)
    const head = await app.api('HEAD', `${storage.path}/objects/${id}/content`, { key: project.secret })
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '10', ''])
  })
})
