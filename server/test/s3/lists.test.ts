// Lists over S3, in both versions, against a model: random names, prefixes, delimiters, sizes of pages and places to begin at.
// MSINGI_TEST_LISTS and MSINGI_TEST_SEED ask for more of them (npm run drills -- lists).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as s3 from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Random, randomFrom } from '#engine/conditions/samples.fixture.ts'
import { accessTo, clientOf, keyIdOf } from '#modules/storage/s3/s3.fixture.ts'
import { driveStorage } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

const LISTS = Number(process.env.MSINGI_TEST_LISTS ?? 100)
const SEED = Number(process.env.MSINGI_TEST_SEED ?? 20_261_126)
const NAMES = 60
const Bucket = 'docs'
const PIECES = ['a', 'b', 'ab', '/', '/', '-', '.', '0', '!', ' ', 'é', '€', '😀', '%G', '+', '&<>']

interface Listed {
  readonly prefix: string
  readonly delimiter: string
  /** start is the name behind which the list begins. */
  readonly start: string
}

let folder: string
let app: TestApp
let client: s3.S3Client
let names: string[]

const random = randomFrom(SEED)
const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-lists-'))
  app = await startTestApp({ dataDir: join(folder, 'data') })
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const project = await app.createProject()
  await driveStorage(app, project).bucket(Bucket)
  client = clientOf(await accessTo(app, project, base, await keyIdOf(app, project, 'secret')))
  const found = new Set(['p/a/1', 'p/a/2', 'p/b/1'])
  while (found.size < NAMES) {
    const name = textOf(random, 7).replaceAll(/\/+/g, '/').replace(/^\//, '')
    if (name !== '' && !name.split('/').some((part) => part === '.' || part === '..')) found.add(name)
  }
  names = [...found].sort(bytes)
  for (const Key of names) await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: 'x' }))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

function textOf({ below, pick }: Random, most: number): string {
  return Array.from({ length: 1 + below(most) }, () => pick(PIECES)).join('')
}

// What S3 lists: names behind the start, those that go on behind a delimiter once for all. A start that stands for several names
// stands before none of them.
function modelOf({ prefix, delimiter, start }: Listed): string[] {
  const folderOf = (name: string) => {
    const at = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length)
    return at < 0 ? undefined : name.slice(0, at + delimiter.length)
  }
  const entries = names
    .filter((name) => name.startsWith(prefix) && bytes(name, start) > 0)
    .map((name) => folderOf(name) ?? name)
  const isFolder = start.startsWith(prefix) && folderOf(start) === start
  return [...new Set(entries)].filter((entry) => !(isFolder && entry === start))
}

interface Page {
  readonly Contents?: { Key?: string }[] | undefined
  readonly CommonPrefixes?: { Prefix?: string }[] | undefined
  readonly IsTruncated?: boolean | undefined
  readonly NextMarker?: string | undefined
  readonly NextContinuationToken?: string | undefined
}

type Asking = s3.ListObjectsV2CommandInput & { MaxKeys: number }

function entriesOf({ Contents = [], CommonPrefixes = [] }: Page, decode: (text: string) => string): string[] {
  const all = [...Contents.map(({ Key }) => Key), ...CommonPrefixes.map(({ Prefix }) => Prefix)]
  return all.map((entry) => decode(String(entry))).sort(bytes)
}

async function listed(asking: Asking, isSecond: boolean): Promise<string[]> {
  const { StartAfter, ...rest } = asking
  const decode = asking.EncodingType === 'url' ? decodeURIComponent : (text: string) => text
  const found: string[] = []
  let next: { Marker?: string | undefined; ContinuationToken?: string | undefined } = { Marker: StartAfter }
  for (;;) {
    const { Marker, ContinuationToken } = next
    const page: Page = isSecond
      ? await client.send(new s3.ListObjectsV2Command({ ...asking, ContinuationToken }))
      : await client.send(new s3.ListObjectsCommand({ ...rest, Marker }))
    const entries = entriesOf(page, decode)
    found.push(...entries)
    if (page.IsTruncated !== true) return found
    if (entries.length !== asking.MaxKeys || found.length > NAMES) return [...found, 'and so on']
    next = isSecond
      ? { ContinuationToken: page.NextContinuationToken }
      : { Marker: decode(String(page.NextMarker)) }
  }
}

test(`${LISTS} lists are those of the model, page by page (seed ${SEED})`, {
  timeout: 60_000 + 60 * LISTS,
}, async () => {
  const { below, pick, chance } = random
  const part = (name: string) => name.slice(0, below(name.length + 1)).toWellFormed()
  for (let n = 0; n < LISTS; n++) {
    const prefix = n === 0 ? 'p/' : chance(30) ? '' : chance(80) ? part(pick(names)) : textOf(random, 2)
    const delimiter = n === 0 || chance(50) ? '/' : chance(40) ? '' : textOf(random, 2)
    const all = modelOf({ prefix, delimiter, start: '' })
    const start =
      n === 0 || chance(40)
        ? ''
        : chance(40)
          ? pick(names)
          : chance(70)
            ? pick([...all, ''])
            : textOf(random, 3)
    const MaxKeys = n === 0 ? 1 : 1 + below(chance(80) ? 4 : NAMES)
    const asking: Asking = {
      Bucket,
      MaxKeys,
      Prefix: prefix,
      Delimiter: delimiter,
      StartAfter: start,
      ...(chance(50) && { EncodingType: 'url' }),
    }
    const expected = modelOf({ prefix, delimiter, start })
    for (const isSecond of [false, true])
      expect(await listed(asking, isSecond), JSON.stringify({ ...asking, isSecond })).toEqual(expected)
  }
})
