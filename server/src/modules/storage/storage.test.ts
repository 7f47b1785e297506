// Files from end to end: buckets, uploads, downloads, lists, changes, and signed addresses.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { driveStorage, type StorageDriver } from './storage.fixture.ts'

let app: TestApp
let project: TestProject
let storage: StorageDriver

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket('docs')
})
afterAll(() => app.stop())

test('what is uploaded is downloaded, as a row like others', async () => {
  const put = await storage.put('docs', 'letters/2026/first.txt', 'Habari', { 'content-type': 'text/plain' })
  expect(put.status, put.text).toBe(201)
  expect(put.data).toMatchObject({
    bucket: 'docs',
    name: 'letters/2026/first.txt',
    folder: 'letters/2026',
    size: 6,
    mime_type: 'text/plain',
    owner_id: null,
  })
  const rows = await app.api('GET', '/data/storage_objects?bucket=eq.docs&folder=eq.letters/2026', {
    key: project.secret,
  })
  expect(rows.data).toMatchObject([
    { id: put.data.id, size: 6, checksum: put.data.checksum, deleted_at: null },
  ])
  const byName = await storage.get('/buckets/docs/objects/letters/2026/first.txt')
  expect([byName.status, byName.text]).toEqual([200, 'Habari'])
  const byId = await storage.get(`/objects/${put.data.id}/content`)
  expect(byId.text).toBe('Habari')
  const row = await storage.get(`/objects/${put.data.id}`)
  expect({ ...row.data, created_at: '', updated_at: '' }).toEqual({
    ...put.data,
    created_at: '',
    updated_at: '',
  })
})

test('PUT replaces, POST does not unless it is told to', async () => {
  const first = await storage.put('docs', 'a.txt', 'one')
  const second = await storage.put('docs', 'a.txt', 'two')
  expect([second.status, second.data.id]).toEqual([200, first.data.id])
  expect(second.data.version).not.toBe(first.data.version)
  expect((await storage.post('docs', 'a.txt', 'three')).status).toBe(409)
  expect((await storage.post('docs', 'a.txt?overwrite=true', 'four')).status).toBe(200)
  expect((await storage.put('docs', 'a.txt?overwrite=false', 'five')).status).toBe(409)
  expect((await storage.get('/buckets/docs/objects/a.txt')).text).toBe('four')
})

describe('lists', () => {
  const names = (answer: { data: { type: string; name: string }[] }) =>
    answer.data.map(({ type, name }) => (type === 'folder' ? `[${name}]` : name))
  beforeEach(async () => {
    for (const name of ['b.txt', 'a/1.txt', 'a/2.txt', 'a/b/3.txt', 'a.txt', 'aa/4.txt', 'ä/5.txt'])
      await storage.put('docs', name, name)
  })

  test('everything in the order of bytes, or what begins with a prefix', async () => {
    const all = await storage.get('/buckets/docs/objects')
    expect(names(all)).toEqual(['a.txt', 'a/1.txt', 'a/2.txt', 'a/b/3.txt', 'aa/4.txt', 'b.txt', 'ä/5.txt'])
    expect(names(await storage.get('/buckets/docs/objects?prefix=a/'))).toEqual([
      'a/1.txt',
      'a/2.txt',
      'a/b/3.txt',
    ])
    expect(names(await storage.get('/buckets/docs/objects?prefix=a&order=name.desc&limit=2'))).toEqual([
      'aa/4.txt',
      'a/b/3.txt',
    ])
    expect(names(await storage.get('/buckets/docs/objects?search=3.t'))).toEqual(['a/b/3.txt'])
    expect(names(await storage.get('/buckets/docs/objects?search=%25'))).toEqual([])
  })

  test('folders once, with a delimiter', async () => {
    const top = await storage.get('/buckets/docs/objects?delimiter=/')
    expect(names(top)).toEqual(['a.txt', '[a/]', '[aa/]', 'b.txt', '[ä/]'])
    expect(names(await storage.get('/buckets/docs/objects?delimiter=/&prefix=a/'))).toEqual([
      'a/1.txt',
      'a/2.txt',
      '[a/b/]',
    ])
    expect(names(await storage.get('/buckets/docs/objects?delimiter=/&prefix=a'))).toEqual([
      'a.txt',
      '[a/]',
      '[aa/]',
    ])
    expect(names(await storage.get('/buckets/docs/objects?delimiter=/&prefix=nothing/'))).toEqual([])
  })

  test.each(['', 'delimiter=/', 'order=name.desc', 'order=created_at.asc', 'order=size.desc', 'prefix=a'])(
    'page by page: %s',
    async (query) => {
      const whole = names(await storage.get(`/buckets/docs/objects?${query}`))
      const pages: string[] = []
      let cursor: string | undefined = ''
      while (cursor !== undefined) {
        const page = await storage.get(
          `/buckets/docs/objects?${query}&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        )
        expect(page.status, page.text).toBe(200)
        pages.push(...names(page))
        cursor = page.headers['x-next-cursor'] as string | undefined
      }
      expect(pages).toEqual(whole)
    },
  )

  test('empty folders', async () => {
    const made = await storage.call('POST', '/buckets/docs/folders', { name: 'new/empty' })
    expect([made.status, made.data?.name], made.text).toEqual([201, 'new/empty/'])
    expect(names(await storage.get('/buckets/docs/objects?delimiter=/&prefix=new/'))).toEqual([
      '[new/empty/]',
    ])
    expect(names(await storage.get('/buckets/docs/objects?delimiter=/&prefix=new/empty/'))).toEqual([])
    expect((await storage.call('POST', '/buckets/docs/folders', { name: 'new/empty/' })).status).toBe(409)
  })
})

describe('an object', () => {
  test('is renamed, moved and copied', async () => {
    await storage.bucket('other')
    const { data } = await storage.put('docs', 'a.txt', 'text')
    const moved = await storage.call('PATCH', `/objects/${data.id}`, {
      name: 'deep/b.txt',
      bucket_id: 'other',
      metadata: { tag: 'x' },
    })
    expect(moved.data, moved.text).toMatchObject({
      id: data.id,
      bucket: 'other',
      name: 'deep/b.txt',
      folder: 'deep',
      metadata: { tag: 'x' },
    })
    expect((await storage.get('/buckets/other/objects/deep/b.txt')).text).toBe('text')
    const copied = await storage.call('POST', `/objects/${data.id}/copy`, {
      name: 'c.txt',
      bucket_id: 'docs',
    })
    expect(copied.status, copied.text).toBe(201)
    expect(copied.data).toMatchObject({ bucket: 'docs', name: 'c.txt', size: 4, metadata: { tag: 'x' } })
    expect(
      (await storage.call('POST', `/objects/${data.id}/copy`, { name: 'c.txt', bucket_id: 'docs' })).status,
    ).toBe(409)
    expect(
      (await storage.call('PATCH', `/objects/${data.id}`, { name: 'c.txt', bucket_id: 'docs' })).status,
    ).toBe(409)
  })

  test('is deleted, and brought back', async () => {
    const { data } = await storage.put('docs', 'a.txt', 'text')
    expect((await storage.call('DELETE', `/objects/${data.id}`)).status).toBe(204)
    expect((await storage.call('DELETE', `/objects/${data.id}`)).status).toBe(404)
    expect((await storage.get(`/objects/${data.id}/content`)).status).toBe(404)
    const restored = await storage.call('POST', `/objects/${data.id}/restore`)
    expect([restored.status, restored.data?.id], restored.text).toEqual([200, data.id])
    expect((await storage.get(`/objects/${data.id}/content`)).text).toBe('text')
    await storage.call('DELETE', `/objects/${data.id}`)
    await storage.put('docs', 'a.txt', 'another')
    expect((await storage.call('POST', `/objects/${data.id}/restore`)).status).toBe(409)
  })
})

describe('a bucket', () => {
  test('has a slug, limits and types', async () => {
    const made = await storage.call('POST', '/buckets', {
      name: 'Profile pictures',
      file_size_limit: 4,
      allowed_mime_types: ['text/*'],
    })
    expect([made.status, made.data?.slug], made.text).toEqual([201, 'profile-pictures'])
    expect((await storage.put('profile-pictures', 'a', 'abcde')).status).toBe(413)
    expect((await storage.put('profile-pictures', 'a', 'abcd')).status).toBe(415)
    const text = { 'content-type': 'text/markdown' }
    expect((await storage.put('profile-pictures', 'a', 'abcd', text)).status).toBe(201)
    expect((await storage.call('POST', '/buckets', { name: 'x', slug: 'docs' })).status).toBe(409)
    const changed = await storage.call('PATCH', '/buckets/docs', { is_public: true })
    expect(changed.data).toMatchObject({ slug: 'docs', is_public: true, name: 'docs' })
    expect((await storage.get('/buckets')).data).toHaveLength(2)
  })

  test('is deleted when it is empty, or with all its objects in the background', async () => {
    await storage.put('docs', 'a.txt', 'text')
    expect((await storage.call('DELETE', '/buckets/docs')).status).toBe(409)
    expect((await storage.call('DELETE', '/buckets/docs?force=true')).status).toBe(202)
    expect((await storage.put('docs', 'b.txt', 'text')).status).toBe(409)
    await app.platform.jobs.drain()
    expect((await storage.get('/buckets/docs')).status).toBe(404)
    expect((await app.api('GET', '/data/storage_objects', { key: project.secret })).data).toEqual([])
    await storage.bucket('empty')
    expect((await storage.call('DELETE', '/buckets/empty')).status).toBe(204)
  })
})

describe('a signed address', () => {
  test('takes one file, once', async () => {
    const signed = await storage.call('POST', '/signed-upload-url', {
      bucket_id: 'docs',
      object_name: 'in/a.txt',
      content_length: 4,
      content_type: 'text/plain',
    })
    expect(signed.status, signed.text).toBe(200)
    expect(signed.data).toMatchObject({ storage_path: 'docs/in/a.txt', method: 'PUT' })
    expect((await storage.open('PUT', signed.data.url, 'abcde')).status).toBe(400)
    const wrong = await storage.open('PUT', signed.data.url, 'abcd', { 'content-type': 'text/html' })
    expect(wrong.status).toBe(400)
    const put = await storage.open('PUT', signed.data.url, 'abcd')
    expect([put.status, put.data?.mime_type], put.text).toEqual([201, 'text/plain'])
    expect((await storage.open('PUT', signed.data.url, 'efgh')).status).toBe(403)
    expect((await storage.get('/buckets/docs/objects/in/a.txt')).text).toBe('abcd')
  })

  test('sends one file for a while', async () => {
    const { data } = await storage.put('docs', 'letters/Barua ya Mama – 1.txt', 'text')
    const signed = await storage.call('POST', '/signed-download-url', {
      object_id: data.id,
      expires_in: 60,
      download: true,
    })
    const got = await storage.open('GET', signed.data.url)
    expect([got.status, got.text], got.text).toEqual([200, 'text'])
    expect(got.headers['content-disposition']).toBe(
      `attachment; filename="Barua ya Mama _ 1.txt"; filename*=UTF-8''Barua%20ya%20Mama%20%E2%80%93%201.txt`,
    )
    app.clock.advance(61)
    expect((await storage.open('GET', signed.data.url)).status).toBe(403)
  })
})

test('files of a public bucket are found by everyone', async () => {
  const { data } = await storage.put('docs', 'a.txt', 'text', { 'content-type': 'text/plain' })
  expect((await app.api('GET', `${storage.path}/public/docs/${data.id}`)).status).toBe(404)
  expect((await app.api('GET', `${storage.path}/files/${data.id}/a.txt`)).status).toBe(404)
  await storage.call('PATCH', '/buckets/docs', { is_public: true })
  const found = await app.api('GET', `${storage.path}/public/docs/${data.id}`)
  expect(found.status).toBe(302)
  const file = await app.api('GET', `/${found.headers.location}`)
  expect([file.status, file.text]).toEqual([200, 'text'])
  expect(file.headers['cache-control']).toContain('immutable')
  await storage.put('docs', 'a.txt', 'other')
  const newer = await app.api('GET', `${storage.path}/public/docs/${data.id}`)
  expect(newer.headers.location).not.toBe(found.headers.location)
  expect((await app.api('GET', `/${newer.headers.location}`)).text).toBe('other')
  await storage.call('DELETE', `/objects/${data.id}`)
  expect((await app.api('GET', `/${newer.headers.location}`)).status).toBe(404)
})
