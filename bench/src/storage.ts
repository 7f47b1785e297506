// Storage: small and large files up and down, long lists, many downloads at once, each against the least server that does it.
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { addKey, addProject, signUp } from './lab/client.ts'
import { median, megabytes, short, tellFigure, tellNote } from './lab/figures.ts'
import { type Lab, openLab } from './lab/lab.ts'
import { encodeRequest } from './lab/load.ts'
import { residentMemory } from './lab/proc.ts'
import { type Running, startBareFiles } from './lab/servers.ts'
import { type Stage, setStage } from './lab/stage.ts'
import { compare } from './requests/requests.ts'

const ROUNDS = 3
const WARM_UP = 5000
const SMALL = 10 * 1024
const PIECE = 1024 * 1024
const MANY = 1_000_000

interface Project {
  readonly id: string
  readonly key: string
}

const PARTS = ['small', 'large', 'lists']

/** benchStorage measures with a large file of so many megabytes; `parts` are all where none is named. */
export async function benchStorage(size = 1024, parts: readonly string[] = []): Promise<void> {
  const bytes = size * 1024 * 1024
  const lab = await openLab()
  const account = await signUp(() => lab.msingi.base)
  const stage = await setStage(lab, account, 2000)
  const folder = join(lab.dataDir, 'bare')
  await mkdir(folder)
  await writeFile(join(folder, 'small'), randomBytes(SMALL))
  const files = await startBareFiles(folder, bytes)
  try {
    const id = await addProject(account)
    const project = { id, key: await addKey(account, id) }
    await account.api('POST', `/projects/${id}/storage/buckets`, { name: 'bench', is_public: true })
    const measures: Record<string, () => Promise<void>> = {
      small: () => benchSmall(lab, project, files, stage),
      large: () => benchLarge(lab, project, files, folder, bytes),
      lists: () => benchLists(lab, project),
    }
    for (const part of parts.length === 0 ? PARTS : parts) await measures[part]?.()
  } finally {
    await files.stop()
    await stage.bare.stop()
    await lab.stop()
  }
}

async function benchSmall(lab: Lab, { id, key }: Project, files: Running, stage: Stage): Promise<void> {
  const path = `/api/v1/projects/${id}/storage`
  const { base } = lab.msingi
  const body = randomBytes(SMALL)
  let count = 0
  const upload = () => {
    const head = [
      `POST ${path}/buckets/bench/objects/small/${count++} HTTP/1.1`,
      'host: 127.0.0.1',
      `x-platform-api-key: ${key}`,
      `content-length: ${SMALL}`,
    ]
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
  }
  await compare(
    lab,
    {
      ...{ name: 'upload of 10 KB, of an insert', target: 0.5, warmUp: WARM_UP },
      ...{ bare: stage.bare, next: upload, bareNext: stage.insert },
    },
    ROUNDS,
  )
  const url = `${base}${path}/buckets/bench/objects/one`
  const made = await fetch(url, { method: 'PUT', headers: { 'x-platform-api-key': key }, body })
  const { data } = (await made.json()) as { data: { id: string; version: string } }
  const get = encodeRequest('GET', `${path}/files/${data.id}/one?v=${data.version}`, key)
  const bare = encodeRequest('GET', '/small', '')
  await compare(
    lab,
    {
      ...{ name: 'download of 10 KB, of static', target: 0.85, warmUp: WARM_UP },
      ...{ bare: files, next: () => get, bareNext: () => bare },
    },
    ROUNDS,
  )
}

async function benchLarge(
  lab: Lab,
  { id, key }: Project,
  files: Running,
  folder: string,
  bytes: number,
): Promise<void> {
  const { base, pid } = lab.msingi
  const url = `${base}/api/v1/projects/${id}/storage/buckets/bench/objects/large`
  const memory = watchMemory(pid)
  const uploads: [number, number][] = []
  const downloads: [number, number][] = []
  await send(files.base, '', bytes)
  await writeFile(join(folder, 'large'), zeros(bytes))
  for (let round = 0; round < ROUNDS; round++)
    uploads.push([await send(url, key, bytes), await send(files.base, '', bytes)])
  for (let round = 0; round < ROUNDS; round++)
    downloads.push([await receive(url, key), await receive(`${files.base}/large`, '')])
  const grown = memory.end()
  const ratios = (pairs: [number, number][]) => median(pairs.map(([ours, theirs]) => theirs / ours))
  const note = (pairs: [number, number][]) =>
    tellNote(
      `Msingi ${short(median(pairs.map(([a]) => a)))} s, bare ${short(median(pairs.map(([, b]) => b)))} s`,
    )
  tellFigure(`upload of ${megabytes(bytes)}, of node:http`, ratios(uploads), '', { min: 0.7 })
  note(uploads)
  tellFigure(`download of ${megabytes(bytes)}, of node:http`, ratios(downloads), '', { min: 0.9 })
  note(downloads)
  tellFigure('memory that this took', grown / 1e6, 'MB', { max: 64 })
  await benchMany(pid, url, key)
}

// Clients that begin to read and then stand still, as phones do.
async function benchMany(pid: number, url: string, key: string): Promise<void> {
  const memory = watchMemory(pid)
  const requests = await Promise.all(
    Array.from({ length: 1000 }, () => {
      const { promise, resolve, reject } = Promise.withResolvers<http.ClientRequest>()
      const request = http.get(url, { agent: false, headers: { 'x-platform-api-key': key } }, (answer) => {
        answer.pause()
        resolve(request)
      })
      request.on('error', reject)
      return promise
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const grown = memory.end()
  for (const request of requests) request.on('error', () => {}).destroy()
  tellFigure('1,000 downloads that stand still', grown / 1e6 / 1000, 'MB each', { max: 0.5 })
}

function watchMemory(pid: number) {
  const before = residentMemory(pid) ?? 0
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentMemory(pid) ?? 0)
  }, 50)
  return {
    end: () => {
      clearInterval(timer)
      return most - before
    },
  }
}

const ZEROS = Buffer.alloc(PIECE)

function* zeros(bytes: number): Generator<Buffer> {
  for (let at = 0; at < bytes; at += PIECE) yield ZEROS
}

function send(url: string, key: string, bytes: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const started = performance.now()
  const headers = { 'x-platform-api-key': key, 'content-length': bytes }
  const request = http.request(url, { method: 'PUT', headers, agent: false }, (answer) => {
    if ((answer.statusCode ?? 0) > 201) reject(new Error(`the upload failed: ${answer.statusCode}`))
    answer.resume().once('end', () => resolve((performance.now() - started) / 1000))
  })
  request.on('error', reject)
  let left = bytes
  const write = () => {
    while (left > 0) {
      left -= PIECE
      if (!request.write(ZEROS)) return void request.once('drain', write)
    }
    request.end()
  }
  write()
  return promise
}

function receive(url: string, key: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const started = performance.now()
  http
    .get(url, { agent: false, headers: { 'x-platform-api-key': key } }, (answer) => {
      answer.resume().once('end', () => resolve((performance.now() - started) / 1000))
    })
    .on('error', reject)
  return promise
}

async function benchLists(lab: Lab, { id, key }: Project): Promise<void> {
  const { base } = lab.msingi
  const headers = { 'x-platform-api-key': key, 'content-type': 'application/json' }
  const path = `${base}/api/v1/projects/${id}/storage`
  const table = `p_${id.replaceAll('-', '')}.storage_objects`
  const client = new pg.Client(lab.connection)
  await client.connect()
  for (const [bucket, rows] of [
    ['few', 1000],
    ['many', MANY],
  ] as const) {
    await fetch(`${path}/buckets`, { method: 'POST', headers, body: JSON.stringify({ name: bucket }) })
    // As the server would write them; a million uploads would take an hour.
    await client.query(`alter table ${table} disable trigger user`)
    await client.query(
      `insert into ${table} (bucket, name, folder, version, size, mime_type, checksum)
       select $1, 'folder/' || lpad(n::text, 7, '0'), 'folder', gen_random_uuid(), 1, 'text/plain', ''
       from generate_series(1, $2::int) as n`,
      [bucket, rows],
    )
    await client.query(`alter table ${table} enable trigger user`)
  }
  await client.query(`analyze ${table}`)
  await client.end()
  const time = async (bucket: string) => {
    const times: number[] = []
    for (let round = 0; round < 20; round++) {
      const started = performance.now()
      const answer = await fetch(`${path}/buckets/${bucket}/objects?prefix=folder/&limit=1000`, { headers })
      await answer.text()
      times.push(performance.now() - started)
    }
    return median(times)
  }
  await time('few')
  const [few, many] = [await time('few'), await time('many')]
  tellFigure('1,000 of 1,000,000, of 1,000', many / few, 'times', { max: 2 })
  tellNote(`${short(many)} ms against ${short(few)} ms`)
}
