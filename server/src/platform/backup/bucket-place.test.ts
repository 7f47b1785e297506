// Backups in a bucket of a real S3 server, which fails in all ways that it can.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openS3 } from '#platform/blobs/s3/s3-client.ts'
import { type Fault, type FaultyServer, startFaultyServer } from '#test/faulty-server.ts'
import { NO_S3, startS3, type TestS3 } from '#test/versitygw.ts'
import { addBackup } from './add-backup.ts'
import { BackupError } from './backup-error.ts'
import { FORMAT, type Header, writeHeader } from './backup-files.ts'
import { listBackups } from './backup-list.ts'
import type { BucketOptions } from './bucket.ts'
import { bucketPlace } from './bucket-place.ts'
import { checkEntries, writeEntry } from './entries.ts'
import { removeSurplus } from './keep.ts'
import type { BackupFiles, BackupPlace } from './place.ts'

const PART_BYTES = 5 * 1024 * 1024
// Two parts, the last of them shorter.
const DATA = randomBytes(PART_BYTES + 100_000)
const POSTGRES = 'postgres-main.tar.zst'
const WAITS = [0, 0, 0]
const KEEP = { days: 9, weeks: 0, months: 0 }
// What a server that does not answer costs a test.
const HASTY = { idleMs: 3000, waits: [0] }

const HEADER: Header = {
  format: FORMAT,
  version: '0.1.0',
  created_at: '2026-01-01T00:00:00.000Z',
  installation: 'own',
  postgres: { version: '18.1', system: 'one', embedded: false },
  clusters: ['main'],
  objects: { bucket: 'files' },
  master_keys: [],
}

describe.skipIf(NO_S3 !== undefined)('with an S3 server', () => {
  let s3: TestS3
  let proxy: FaultyServer
  beforeAll(async () => {
    s3 = await startS3()
    proxy = await startFaultyServer(String(s3.config.endpoint))
  })
  afterEach(() => proxy.heal())
  afterAll(async () => {
    await proxy.stop()
    await s3.stop()
  })

  const open = (prefix: string, more: Partial<BucketOptions> = {}): BackupPlace =>
    bucketPlace({
      name: s3.config.bucket,
      prefix,
      access: { ...s3.config, endpoint: proxy.base },
      waits: WAITS,
      partBytes: PART_BYTES,
      ...more,
    })

  const add = (place: BackupPlace, day: number, header = HEADER, data = DATA.subarray(0, 1000)) =>
    addBackup(place, { ...header, created_at: `2026-01-0${day}T00:00:00.000Z` }, async (files) => [
      await writeEntry(files, POSTGRES, Readable.from([data])),
    ])

  async function uploads(): Promise<unknown[]> {
    const { sdk, client } = await openS3(s3.config)
    const listed = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket: s3.config.bucket }))
    client.destroy()
    return listed.Uploads ?? []
  }

  const [HEADER_SENT, PART, COMPLETE] = [/^PUT .*header\.json/, /^PUT .*partNumber=1&/, /^POST .*uploadId=/]
  const [DOWNLOAD, LIST, DELETE] = [/^GET .*tar\.zst/, /^GET .*list-type/, /^POST .*[?]delete/]
  const [always, tries] = [Number.POSITIVE_INFINITY, WAITS.length + 1]

  test.each<[string, RegExp, number, Fault, RegExp?]>([
    [
      'a key that may not write',
      HEADER_SENT,
      always,
      { status: 403, code: 'AccessDenied' },
      /refuses access to the bucket objects: 403 AccessDenied\. Check/,
    ],
    [
      'a bucket that is gone',
      HEADER_SENT,
      always,
      { status: 404, code: 'NoSuchBucket' },
      /^There is no bucket objects at http/,
    ],
    [
      'a refusal of another kind',
      PART,
      always,
      { status: 400, code: 'InvalidRequest' },
      /refuses a request .*: 400 InvalidRequest: No\.$/,
    ],
    ['a part that fails', PART, tries - 1, { status: 500, code: 'InternalError' }],
    [
      'a part that fails always',
      PART,
      always,
      { status: 500, code: 'InternalError' },
      /does not serve the bucket objects, also when it is asked again: 500 InternalError\.$/,
    ],
    ['a part that is spoilt on its way', PART, 1, 'spoilt'],
    ['a server that is busy', PART, 1, { status: 503, code: 'SlowDown' }],
    ['a connection that ends', PART, 1, 'refused'],
    ['a part without an answer', PART, 1, 'hangs'],
    ['parts without an answer', PART, always, 'hangs', /asked again: TimeoutError\.$/],
    ['a bad gateway at the end of an upload', COMPLETE, 1, { status: 502 }],
    ['an upload whose end is done and not answered', COMPLETE, 1, 'lost'],
    ['a bad gateway at each end of an upload', COMPLETE, always, { status: 502 }, /asked again: 502/],
    ['a header whose answer is lost', HEADER_SENT, 1, 'lost'],
    ['a download that is cut', DOWNLOAD, tries - 1, 'cut'],
    ['a download that is cut always', DOWNLOAD, always, 'cut', /asked again: /],
    [
      'a byte that comes back as another',
      DOWNLOAD,
      1,
      'changed',
      /is damaged: postgres-main\.tar\.zst is not what/,
    ],
    ['lists that come late', LIST, always, 'late'],
    ['lists that fail', LIST, tries, { status: 500, code: 'InternalError' }, /500 InternalError/],
    ['a clock that is wrong', HEADER_SENT, 1, { status: 403, code: 'RequestTimeTooSkewed' }],
    [
      'a clock that stays wrong',
      HEADER_SENT,
      always,
      { status: 403, code: 'RequestTimeTooSkewed' },
      /^The clocks of this machine and of http/,
    ],
  ])('%s costs no good backup, and leaves no half one', async (_, pattern, times, fault, sentence) => {
    const patience = times === always ? HASTY : { ...HASTY, waits: WAITS }
    const place = open(`faults/${randomUUID()}`, fault === 'hangs' ? patience : {})
    const good = await add(place, 1)
    proxy.remember()
    expect(await listBackups(place)).toHaveLength(1)
    const failed = proxy.fail(pattern, times, fault)
    const made = await add(place, 2, HEADER, DATA).catch((error: unknown) => error)
    if (sentence === undefined) await removeSurplus(place, HEADER, KEEP)
    expect(failed()).toBeGreaterThan(0)
    if (times === always && fault !== 'late') expect(failed()).toBeLessThanOrEqual(tries)
    proxy.heal()
    const listed = await listBackups(place)
    if (sentence === undefined) {
      expect(made).not.toBeInstanceOf(Error)
      expect(listed).toMatchObject([{ backup: {} }, { backup: {} }])
    } else {
      expect(made).toBeInstanceOf(BackupError)
      expect((made as Error).message).toMatch(sentence)
      expect(listed).toMatchObject([{ backup: {} }])
      expect(await place.names()).toHaveLength(1)
    }
    for (const { backup } of listed) if (backup !== undefined) await checkEntries(backup)
    expect(listed[0]?.backup?.files.address).toBe(good.files.address)
    expect(await uploads()).toEqual([])
  })

  test('installations share a prefix, also in the same second, and each removes its own', async () => {
    const place = open('shared')
    const other = { ...HEADER, installation: 'other' }
    await Promise.all([add(place, 1), add(place, 1, other)])
    await add(place, 2)
    await add(open('shared/below'), 1)
    expect(await listBackups(place)).toMatchObject([{ backup: {} }, { backup: {} }, { backup: {} }])
    await removeSurplus(place, HEADER, { days: 1, weeks: 0, months: 0 })
    const left = (await listBackups(place)).map(({ backup }) => backup?.header)
    expect(left).toMatchObject([
      { installation: 'other' },
      { installation: 'own', created_at: expect.stringContaining('-02T') },
    ])
    await expect(listBackups(open('', { name: 'nowhere' }))).rejects.toThrow('There is no bucket nowhere at')
  })

  test('what was left unfinished goes a day later, with its uploads', async () => {
    const place = open('leftovers')
    const { sdk, client } = await openS3(s3.config)
    const { bucket: Bucket } = s3.config
    const pathOf = ({ address }: BackupFiles) => join(s3.folder, address.slice('s3://'.length))
    const leave = async () => {
      const files = await place.begin(new Date(0))
      await writeHeader(files, HEADER)
      const Key = `${files.address.slice(`s3://${Bucket}/`.length)}/${POSTGRES}`
      await client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }))
      return files
    }
    const [old, foreign, late] = [await leave(), await leave(), await leave()]
    const whole = await add(place, 1)
    for (const [hours, one] of [
      [36, old],
      [36, foreign],
      [36, whole.files],
      [20, late],
    ] as const) {
      const time = new Date(Date.now() - hours * 3600 * 1000)
      for (const name of (await one.sizes()).keys()) await utimes(join(pathOf(one), name), time, time)
    }
    const next = await leave()
    const remove = () => next.removeLeftovers(async ({ address }) => address !== foreign.address)
    const denied = proxy.fail(DELETE, always, { status: 200, code: 'AccessDenied' })
    await remove()
    expect(denied()).toBe(1)
    expect(await place.names()).toHaveLength(5)
    proxy.heal()
    await remove()
    const left = [foreign, late, whole.files, next].map(({ address }) => address.split('/').at(-1)).sort()
    expect(await place.names()).toEqual(left)
    expect(await uploads()).toHaveLength(3)
    proxy.fail(/^DELETE .*uploadId=/, 1, { status: 404, code: 'NoSuchUpload' })
    await next.remove()
    for (const one of [foreign, late, next]) await one.remove()
    expect(await uploads()).toEqual([])
    client.destroy()
  })

  test('a server that stops waits for no S3 server', async () => {
    const stopping = new AbortController()
    const failed = proxy.fail(LIST, always, 'hangs')
    const removing = removeSurplus(open('stopping', { stopping: stopping.signal }), HEADER, KEEP)
    const refused = expect(removing).rejects.toThrow(BackupError)
    await expect.poll(failed).toBe(1)
    stopping.abort()
    await refused
    expect(failed()).toBe(1)
  })

  test('nothing is asked again once that has taken too long', async () => {
    const failed = proxy.fail(LIST, always, { status: 500, code: 'InternalError' })
    await expect(open('long', { mostMs: 0 }).names()).rejects.toThrow('500 InternalError')
    expect(failed()).toBe(1)
  })

  test('a bucket that is elsewhere is not asked again', async () => {
    const failed = proxy.fail(LIST, always, { status: 301, code: 'PermanentRedirect' })
    await expect(open('elsewhere').names()).rejects.toThrow(/elsewhere: 301 PermanentRedirect\. Set the/)
    expect(failed()).toBe(1)
  })

  test('a list says what is wrong with one backup, and ends where the server does not serve', async () => {
    const place = open('partly')
    await add(place, 1)
    proxy.fail(/^GET .*manifest/, 1, { status: 403, code: 'InvalidObjectState' })
    expect(await listBackups(place)).toMatchObject([{ problem: expect.stringContaining('403 Invalid') }])
    proxy.fail(/^GET .*manifest/, always, { status: 500, code: 'InternalError' })
    await expect(listBackups(place)).rejects.toThrow('does not serve the bucket objects')
  })

  test('what a removal leaves that is broken off goes with the next backup', async () => {
    const place = open('broken-off')
    const { files } = await add(place, 1)
    proxy.fail(DELETE, always, 'lost', 1)
    await expect(files.remove()).rejects.toThrow('502')
    expect([...(await files.sizes()).keys()]).toEqual(['header.json'])
  })

  test('an upload that fails is ended by itself', async () => {
    const files = await open('ended').begin(new Date(0))
    const source = async function* () {
      yield DATA
      throw new Error('The database has ended.')
    }
    await expect(files.write('x', source())).rejects.toThrow('The database has ended.')
    expect(await uploads()).toEqual([])
  })

  test('a bucket of many is listed page by page', async () => {
    const count = 1001
    for (let n = 0; n < count; n++) {
      const folder = join(s3.folder, s3.config.bucket, 'many', `20260101T00${String(n).padStart(4, '0')}Z`)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'x'), '')
    }
    expect(await open('many').names()).toHaveLength(count)
  })

  test('three parts are in memory at most', async () => {
    const files = await open('memory', HASTY).begin(new Date(0))
    const piece = randomBytes(1024 * 1024)
    let given = 0
    const source = async function* () {
      for (; given < 40; given++) yield piece
    }
    const sent = proxy.fail(/^PUT .*partNumber=/, always, 'hangs')
    await expect(files.write('x', source())).rejects.toThrow('asked again: TimeoutError')
    proxy.heal()
    expect(sent()).toBeLessThanOrEqual(2 * (HASTY.waits.length + 1))
    expect(given).toBeLessThanOrEqual((3 * PART_BYTES) / piece.length + 1)
  })
})
