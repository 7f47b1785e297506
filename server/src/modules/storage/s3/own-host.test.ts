// S3 at the root of a project's own host, for clients that can name no path before that of the bucket.
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as s3 from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { startDns, type TestDns } from '#test/dns-server.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Access, accessTo, clientOf, keyIdOf } from './s3.fixture.ts'

const HOST = 'files.example.com'
const Bucket = 'data'
// The names of buckets are also those of paths on such a host.
const OTHERS = ['storage', 's3']

let folder: string
let dns: TestDns
let app: TestApp
let base: URL
let project: TestProject
let storage: StorageDriver
let access: Access

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-s3-host-'))
  dns = await startDns()
  app = await startTestApp({ dataDir: join(folder, 'data'), dnsServers: [dns.address] })
  base = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }))
  project = await app.createProject()
  storage = driveStorage(app, project)
  for (const bucket of [Bucket, ...OTHERS]) await storage.bucket(bucket)
  const path = `/projects/${project.id}/domains`
  const { data } = await app.api('POST', path, { token: project.token, body: { name: HOST } })
  dns.records.set(`TXT ${data.records[0].name}`, [data.records[0].value])
  await app.api('POST', `${path}/${data.id}/verify`, { token: project.token })
  access = await accessTo(app, project, base.origin, await keyIdOf(app, project, 'secret'))
})
afterAll(async () => {
  await app.stop()
  dns.close()
  await rm(folder, { recursive: true })
})

// A client whose requests go to this server, as those to the host would.
function clientAt(of: Access, endpoint: string): s3.S3Client {
  const client = clientOf({ ...of, endpoint })
  client.middlewareStack.add(
    (next) => (args) => {
      const sent = args.request as { headers: Record<string, string> }
      sent.headers.host = HOST
      return next(args)
    },
    { step: 'build', priority: 'high' },
  )
  return client
}

function fetchAt(url: string, method = 'GET', body?: string): Promise<[status: number, text: string]> {
  const { pathname, search } = new URL(url)
  const options = {
    host: base.hostname,
    port: base.port,
    method,
    path: pathname + search,
    headers: { host: HOST },
  }
  return new Promise((resolve, reject) => {
    request(options, async (answer) => resolve([answer.statusCode ?? 0, await text(answer)]))
      .on('error', reject)
      .end(body)
  })
}

test.each([Bucket, ...OTHERS])('signed requests reach the bucket %s', async (name) => {
  const client = clientAt(access, base.origin)
  const Key = `é/a b (${project.id}).txt`
  await client.send(new s3.PutObjectCommand({ Bucket: name, Key, Body: 'habari', Metadata: { n: '1' } }))
  expect((await storage.get(`/buckets/${name}/objects/${encodeURIComponent(Key)}`)).text).toBe('habari')
  const { Contents } = await client.send(new s3.ListObjectsV2Command({ Bucket: name }))
  expect(Contents?.map((one) => one.Key)).toEqual([Key])
  const { Buckets } = await client.send(new s3.ListBucketsCommand({}))
  expect(Buckets?.map(({ Name }) => Name)).toEqual([Bucket, ...OTHERS].toSorted())
  await expect(client.send(new s3.GetObjectCommand({ Bucket: name, Key: 'x' }))).rejects.toMatchObject({
    name: 'NoSuchKey',
  })
})

test('signed addresses work there', async () => {
  const client = clientOf({ ...access, endpoint: `http://${HOST}` })
  const object = { Bucket, Key: 'signed.txt' }
  const put = await getSignedUrl(client, new s3.PutObjectCommand(object), { expiresIn: 60 })
  expect((await fetchAt(put, 'PUT', 'habari'))[0]).toBe(200)
  const get = await getSignedUrl(client, new s3.GetObjectCommand(object), { expiresIn: 60 })
  expect(await fetchAt(get)).toEqual([200, 'habari'])
  const [status, body] = await fetchAt(get.replace('signed', 'other'))
  expect([status, body]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')])
})

test('the long path works there still, and what is not signed is what it was', async () => {
  const client = clientAt(access, `${base.origin}/s3/${project.id}`)
  expect((await client.send(new s3.ListBucketsCommand({}))).Buckets).toHaveLength(3)
  const plain = await app.api('GET', '//data/storage_objects', {
    headers: { host: HOST },
    key: project.secret,
  })
  expect(plain.status).toBe(200)
  expect((await app.api('GET', '//', { headers: { host: HOST } })).status).toBe(404)
})

test('keys of other projects, and other hosts, are refused', async () => {
  const other = await app.createProject()
  const stranger = await accessTo(app, other, base.origin, await keyIdOf(app, other, 'secret'))
  const list = new s3.ListBucketsCommand({})
  await expect(clientAt(stranger, base.origin).send(list)).rejects.toMatchObject({
    name: 'InvalidAccessKeyId',
  })
  const elsewhere = clientOf({ ...access, endpoint: base.origin })
  await expect(elsewhere.send(new s3.GetObjectCommand({ Bucket, Key: 'signed.txt' }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 404 },
  })
})
