// Two servers that share a database and an S3 bucket, and no folder: what one takes, the other has.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Node, startNode } from '#test/nodes.ts'
import { NO_S3, startS3, type TestS3 } from '#test/versitygw.ts'
import { driveTus, VERSION } from './resumable/resumable.fixture.ts'
import { driveStorage, type StorageDriver } from './storage.fixture.ts'

describe.skipIf(NO_S3 !== undefined)('without a folder in common', () => {
  let s3: TestS3
  let folders: string[]
  let app: TestApp
  let other: Node
  let project: TestProject
  let here: StorageDriver
  let there: StorageDriver

  beforeAll(async () => {
    s3 = await startS3()
    folders = await Promise.all(['here', 'there'].map((name) => mkdtemp(join(tmpdir(), `msingi-${name}-`))))
    const [dataDir = '', otherDir = ''] = folders
    app = await startTestApp({ dataDir, s3: { ...s3.config, direct: false } })
    other = await startNode(app, { dataDir: otherDir })
    project = await app.createProject()
    here = driveStorage(app, project)
    there = driveStorage({ ...app, api: other.api }, project)
    await here.bucket('docs', { is_public: true })
  })
  afterAll(async () => {
    await other?.close()
    await app?.stop()
    await s3?.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })

  const sweep = () => app.upkeep('storage')
  const keys = async () => (await other.platform.blobs.list(undefined, 1000)).map(({ key }) => key)
  const contentOn = async (node: StorageDriver, id: string) => (await node.get(`/objects/${id}/content`)).text
  const picture = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
  const colourOn = async ({ base }: { base: string }, id: string) => {
    const url = `${base}/api/v1${here.path}/objects/${id}/image?width=4&format=png`
    const answer = await fetch(url, { headers: { 'x-platform-api-key': project.secret } })
    const pixels = await sharp(Buffer.from(await answer.arrayBuffer()))
      .raw()
      .toBuffer()
    return [...pixels.subarray(0, 3)]
  }

  test('a file of one node is read, replaced and moved on the other', async () => {
    const { data } = await there.put('docs', 'a.txt', 'first')
    expect(await contentOn(here, data.id)).toBe('first')
    expect((await here.put('docs', 'a.txt', 'second')).status).toBe(200)
    expect(await contentOn(there, data.id)).toBe('second')
    expect((await there.call('PATCH', `/objects/${data.id}`, { name: 'b.txt' })).status).toBe(200)
    expect((await here.get('/buckets/docs/objects/b.txt')).text).toBe('second')
  })

  test('a public address shows the version that the other node has stored', async () => {
    const { data } = await here.put('docs', 'public.txt', 'old')
    const open = async () => (await app.api('GET', `${here.path}/files/${data.id}/public.txt`, {})).text
    expect(await open()).toBe('old')
    await there.put('docs', 'public.txt', 'new')
    await expect.poll(open).toBe('new')
  })

  test('an upload goes on, in turn, on either node', async () => {
    const [tus, otherTus] = [driveTus(app, project), driveTus({ ...app, api: other.api }, project)]
    const pieces = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(100_000))
    const path = await tus.begin('in-turn.txt', 400_000)
    let offset = 0
    for (const [n, piece] of pieces.entries()) {
      const patched = await (n % 2 === 0 ? otherTus : tus).patch(path, offset, piece)
      expect(patched.status).toBe(204)
      offset += piece.length
    }
    const { data } = await otherTus.get(path)
    const id = String(data.object?.id)
    expect(await contentOn(there, id)).toBe(pieces.join(''))
    expect(await contentOn(here, id)).toBe(pieces.join(''))
    expect((await tus.head(path, VERSION)).headers['upload-offset']).toBe('400000')
  })

  test('images are those of the present version on both nodes, each with a cache of its own', async () => {
    const nodes = [{ base: await app.app.listen({ port: 0, host: '127.0.0.1' }) }, other]
    const { data: red } = await here.put('docs', 'a.png', await picture('#ff0000'))
    for (const node of nodes) expect(await colourOn(node, red.id)).toEqual([255, 0, 0])
    await there.put('docs', 'a.png', await picture('#0000ff'))
    for (const node of nodes) await expect.poll(() => colourOn(node, red.id)).toEqual([0, 0, 255])
  })

  test('one node sweeps what the other has taken, and nothing that is in use', async () => {
    const { data: kept } = await there.put('docs', 'kept.txt', 'kept')
    const { data: gone } = await there.put('docs', 'gone.txt', 'gone')
    const path = await driveTus({ ...app, api: other.api }, project).begin('left.txt', 10)
    await driveTus({ ...app, api: other.api }, project).patch(path, 0, 'half')
    const before = await keys()
    await there.call('DELETE', `/objects/${gone.id}`)
    app.clock.advance(60 * 86_400)
    await sweep()
    expect((await there.call('POST', `/objects/${gone.id}/restore`)).status).toBe(404)
    expect(await contentOn(there, kept.id)).toBe('kept')
    const after = await keys()
    // The deleted file, what it and others were before, and the part of the upload that nobody has finished.
    expect(after.length).toBeLessThanOrEqual(before.length - 2)
    const { rows } = await app.platform.clusters.main.admin.query(
      'select key from msingi_storage.blobs order by key',
    )
    expect(after).toEqual(rows.map(({ key }) => key).toSorted())
  })

  test('what a node has taken outlives it and its folder', async () => {
    const { data } = await there.put('docs', 'last.txt', 'x'.repeat(300_000))
    await other.close()
    await rm(folders[1] ?? '', { recursive: true, force: true })
    expect((await contentOn(here, data.id)).length).toBe(300_000)
  })
})
