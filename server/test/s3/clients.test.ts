// What clients of S3 do, each in its own way: the AWS SDK, boto3 and rclone.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Access, accessTo, keyIdOf } from '#modules/storage/s3/s3.fixture.ts'
import { driveStorage } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { NO_RCLONE } from '#test/rclone.ts'
import { NO_BOTO3 } from './boto3.ts'
import { boto3Driver, OK, rcloneDriver, type S3Driver, sdkDriver } from './drivers.ts'

const FOLDERS = ['p/a/1', 'p/a/2', 'p/b/1', 'p/c', 'p/d/x/1', 'p/e']
const NAMES = ['a b+c&d=e?f#g%20h/i.txt', 'é/naïve 😀 100%.txt', ' <&>"\'~!@$^*()_-[]{}|;:,. ']
const etagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('hex')}"`

let folder: string
let app: TestApp
let base: string
let project: TestProject
let access: Access

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-s3-clients-'))
  app = await startTestApp({ dataDir: join(folder, 'data') })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  project = await app.createProject()
  access = await accessTo(app, project, base, await keyIdOf(app, project, 'secret'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

type Start = (bucket: string) => Promise<S3Driver>
const CLIENTS: [name: string, missing: string | undefined, start: Start][] = [
  ['aws-sdk', undefined, (bucket) => sdkDriver(access, bucket)],
  ['boto3', NO_BOTO3, (bucket) => boto3Driver(access, bucket)],
  ['rclone', NO_RCLONE, (bucket) => rcloneDriver(access, bucket, folder)],
]

for (const [name, missing, start] of CLIENTS) {
  describe.skipIf(missing !== undefined)(name, () => {
    let driver: S3Driver

    beforeAll(async () => {
      await driveStorage(app, project).bucket(name)
      driver = await start(name)
      await driver.put('there', Buffer.from('habari'))
    })
    afterAll(() => driver.stop())

    test('puts, gets, copies and deletes', async () => {
      const bytes = randomBytes(100_000)
      expect(await driver.put('one', bytes)).toBe(OK)
      expect(await driver.copy('one', 'two')).toBe(OK)
      expect(await driver.remove('one')).toBe(OK)
      expect(await driver.get('one')).toBe('NoSuchKey')
      expect(await driver.get('two')).toBe(bytes.toString('latin1'))
      expect(await driver.get('there', [1, 2])).toBe('ab')
    })

    test('uploads in parts', async () => {
      const parts = [randomBytes(5 * 1024 ** 2), randomBytes(1000)]
      expect(await driver.multipart('parts', parts)).toBe(OK)
      expect((await driver.get('parts')) === Buffer.concat(parts).toString('latin1')).toBe(true)
    })

    test('lists page by page, in both versions', async () => {
      for (const key of FOLDERS) await driver.put(key, Buffer.from('x'))
      const folders = ['p/a/', 'p/b/', 'p/c', 'p/d/', 'p/e']
      for (const version of [1, 2] as const)
        for (const pageSize of [1, 2, 1000]) {
          const listed = async (delimiter: '' | '/') =>
            (await driver.list(version, 'p/', delimiter, pageSize)).toSorted()
          expect(await listed('/'), `version ${version}, pages of ${pageSize}`).toEqual(folders)
          expect(await listed(''), `version ${version}, pages of ${pageSize}`).toEqual(FOLDERS)
        }
    })

    test('reads by signed addresses', async () => {
      const answer = await fetch(await driver.presign('there'))
      expect([answer.status, await answer.text()]).toEqual([200, 'habari'])
    })

    test('names objects as they like', async () => {
      for (const key of NAMES) {
        expect(await driver.put(`odd/${key}`, Buffer.from('x')), key).toBe(OK)
        expect(await driver.get(`odd/${key}`), key).toBe('x')
        expect(await driver.copy(`odd/${key}`, `odd/${key}.copy`), key).toBe(OK)
      }
      const all = NAMES.flatMap((key) => [`odd/${key}`, `odd/${key}.copy`])
      expect((await driver.list(2, 'odd/', '', 5)).toSorted()).toEqual(all.toSorted())
      for (const key of all) expect(await driver.remove(key), key).toBe(OK)
      expect(await driver.list(1, 'odd/', '', 5)).toEqual([])
    })

    test('is told why something fails', async ({ skip }) => {
      const { failures } = driver
      if (failures === undefined) return skip(`${name} hides codes`)
      for (const [code, fail] of Object.entries(failures)) expect(await fail()).toBe(code)
    })

    test('binds writes to what is there', async ({ skip }) => {
      if (driver.failures === undefined) return skip(`${name} knows no conditions`)
      const [first, next] = [Buffer.from('first'), Buffer.from('next')]
      await driver.put('state', first)
      const stale = { IfMatch: etagOf(next) }
      const none = { IfNoneMatch: '*' }
      const failed = 'PreconditionFailed'
      expect(await driver.put('state', next, stale)).toBe(failed)
      expect(await driver.put('state', next, none)).toBe(failed)
      expect(await driver.multipart('state', [next], none)).toBe(failed)
      expect(await driver.remove('state', stale)).toBe(failed)
      expect(await driver.get('state')).toBe('first')
      expect(await driver.put('state', next, { IfMatch: etagOf(first) })).toBe(OK)
      expect(await driver.remove('state', { IfMatch: etagOf(next) })).toBe(OK)
      expect(await driver.put('state', first, none)).toBe(OK)
    })
  })
}
