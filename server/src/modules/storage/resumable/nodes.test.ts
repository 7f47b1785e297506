// One upload and two servers on the same database and store: no byte is taken twice, lost or mixed with others.
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driveStorage } from '#modules/storage/storage.fixture.ts'
import type { BlobStore } from '#platform/blobs/store/blob-store.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { listenAs, type Node, startNode } from '#test/nodes.ts'
import { driveTus, type TusDriver, VERSION } from './resumable.fixture.ts'

let folder: string
let app: TestApp
let project: TestProject
let tus: TusDriver
let nodes: readonly [Node, Node]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-tus-nodes-'))
  app = await startTestApp({ dataDir: folder })
  project = await app.createProject()
  await driveStorage(app, project).bucket('docs')
  tus = driveTus(app, project)
  nodes = [await listenAs(app), await startNode(app)]
})
afterAll(async () => {
  await nodes[1].close()
  await app.stop()
  await rm(folder, { recursive: true })
})

interface Pending {
  /** isAsked says that the server has checked the offset, and asks for the body. */
  readonly isAsked: Promise<boolean>
  /** send sends the body and returns the status. */
  send(body: Buffer): Promise<number>
}

// A PATCH whose body is sent once the server wants it.
function patchOn({ base }: Node, path: string, offset: number, length: number): Pending {
  const headers = {
    ...VERSION,
    'x-platform-api-key': project.secret,
    'content-type': 'application/offset+octet-stream',
    'content-length': length,
    'upload-offset': offset,
    expect: '100-continue',
  }
  const sent = request(`${base}/api/v1${path}`, { method: 'PATCH', headers })
  const asked = Promise.withResolvers<boolean>()
  const answered = Promise.withResolvers<number>()
  sent.on('continue', () => asked.resolve(true))
  sent.on('response', (response) => {
    response.resume()
    asked.resolve(false)
    answered.resolve(response.statusCode ?? 0)
  })
  sent.on('error', answered.reject)
  sent.flushHeaders()
  return {
    isAsked: asked.promise,
    send: (body) => {
      sent.end(body)
      return answered.promise
    },
  }
}

const contentOf = async (id: string) => (await driveStorage(app, project).get(`/objects/${id}/content`)).text
const usedBytes = async () => (await driveStorage(app, project).get('/usage')).data.bytes

test('of two requests at one offset, on two nodes, one is kept', async () => {
  const [pieces, length] = [4, 50_000]
  const path = await tus.begin('raced.txt', pieces * length)
  let expected = ''
  for (let n = 0; n < pieces; n += 1) {
    const letters = [`${n}`, 'abcd'[n] ?? '']
    const pending = nodes.map((node) => patchOn(node, path, n * length, length))
    // Both have seen the same offset.
    expect(await Promise.all(pending.map(({ isAsked }) => isAsked))).toEqual([true, true])
    const statuses = await Promise.all(pending.map(({ send }, at) => send(Buffer.alloc(length, letters[at]))))
    expect(statuses.toSorted()).toEqual([204, 409])
    expected += letters[statuses.indexOf(204)]?.repeat(length)
    if (n < pieces - 1) expect((await tus.head(path)).headers['upload-offset']).toBe(String((n + 1) * length))
  }
  const { data } = await tus.get(path)
  expect(data.object).toMatchObject({ name: 'raced.txt', size: expected.length })
  expect((await contentOf(String(data.object?.id))) === expected).toBe(true)
  expect(await usedBytes()).toBe(expected.length)
  const parts = await app.platform.clusters.main.admin.query(
    'select from msingi_storage.resumable_parts where upload_id is not null',
  )
  expect(parts.rowCount).toBe(0)
})

test('while one node finishes an upload, the other answers 423, and both the same object behind it', async () => {
  const before = await usedBytes()
  const path = await tus.begin('finished.txt', 6)
  const joining = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const { blobs } = app.platform
  const join: BlobStore['join'] = blobs.join
  let joins = 0
  const held: BlobStore['join'] = async (...args) => {
    joins += 1
    joining.resolve()
    await goOn.promise
    return join(...args)
  }
  Object.assign(blobs, { join: held })
  const patched = tus.patch(path, 0, 'habari')
  await joining.promise
  const key = { key: project.secret, headers: VERSION }
  const other = () => nodes[1].api('HEAD', path, key)
  const locked = await other()
  expect([locked.status, locked.headers['retry-after']]).toEqual([423, '1'])
  goOn.resolve()
  expect((await patched).status).toBe(204)
  Object.assign(blobs, { join })
  expect([(await other()).status, joins]).toEqual([200, 1])
  const { data } = await nodes[1].api('GET', path, { key: project.secret })
  expect([data.object.name, await contentOf(data.object.id)]).toEqual(['finished.txt', 'habari'])
  expect(await usedBytes()).toBe(before + 6)
})

test('a node goes on where another has died', async () => {
  const path = await tus.begin('taken-over.txt', 6)
  const { blobs } = app.platform
  const join: BlobStore['join'] = blobs.join
  Object.assign(blobs, { join: () => Promise.reject(new Error('the disk is gone')) })
  expect((await tus.patch(path, 0, 'habari')).status).toBe(500)
  Object.assign(blobs, { join })
  // As a crash leaves it: the lease has not been given back, and has run out.
  await app.platform.clusters.main.admin.query(
    "update msingi_storage.resumable_uploads set finishing_until = now() - interval '1 second' where stored is null",
  )
  const answer = await nodes[1].api('HEAD', path, { key: project.secret, headers: VERSION })
  expect([answer.status, answer.headers['upload-offset']]).toEqual([200, '6'])
  const { data } = await tus.get(path)
  expect(await contentOf(String(data.object?.id))).toBe('habari')
})
