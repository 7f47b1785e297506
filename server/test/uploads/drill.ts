// An upload by the official client of tus, whose connection is cut again and again while the server is killed and started.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { Upload } from 'tus-js-client'
import type { Site } from '#test/crash/site.ts'

/** UploadDrill is how large the file is, and what happens on its way. */
export interface UploadDrill {
  readonly bytes: number
  readonly cuts: number
  readonly kills: number
  /** path is where the file is written, and sent from. */
  readonly path: string
}

/** Uploaded is what came of it. */
export interface Uploaded {
  readonly cuts: number
  readonly kills: number
  /** sent is the digest of the file, stored what the server says of its object, and received that of what it sends. */
  readonly sent: string
  readonly stored: { readonly size: number; readonly checksum: string }
  readonly received: string
}

const PIECE = 1024 * 1024

/** writeRandom writes so many random bytes, and returns their SHA-256. */
async function writeRandom(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  const file = createWriteStream(path)
  for (let left = bytes; left > 0; left -= PIECE) {
    const piece = randomBytes(Math.min(PIECE, left))
    hash.update(piece)
    if (!file.write(piece)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return hash.digest('hex')
}

/** runUpload sends the file through a proxy that cuts the connection at equal distances, some of them with a kill. */
export async function runUpload(site: Site, drill: UploadDrill): Promise<Uploaded> {
  const { bytes, path } = drill
  const sent = await writeRandom(path, bytes)
  const bucket = `/projects/${site.project.id}/storage/buckets`
  await site.manage('POST', bucket, { name: 'drill' })
  const proxy = await openProxy(site, drill)
  try {
    await send(`${proxy.base}/api/v1${bucket}/drill/resumable`, site.project.secret, path)
  } finally {
    await proxy.stop()
  }
  const { data } = await site.call('GET', `${bucket}/drill/objects?prefix=file`)
  const hash = createHash('sha256')
  const headers = { 'x-platform-api-key': site.project.secret }
  const { body } = await fetch(`${site.api}${bucket}/drill/objects/file`, { headers })
  for await (const chunk of body ?? []) hash.update(chunk)
  return { ...proxy.done, sent, stored: data[0], received: hash.digest('hex') }
}

function send(endpoint: string, key: string, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(createReadStream(path), {
      endpoint,
      headers: { 'x-platform-api-key': key },
      metadata: { name: 'file' },
      // Counted anew with each byte of progress; a server takes a while to come back.
      retryDelays: Array.from({ length: 600 }, () => 100),
      onSuccess: () => resolve(),
      onError: reject,
    })
    upload.start()
  })
}

async function openProxy(site: Site, { bytes, cuts, kills }: UploadDrill) {
  const { port, hostname } = new URL(site.base)
  const done = { cuts: 0, kills: 0 }
  const open = new Set<Socket>()
  let passed = 0
  let restarting: Promise<void> | undefined
  const cut = () => {
    done.cuts += 1
    for (const socket of open) socket.destroy()
    // Spread over the cuts, not at the ends.
    if (done.kills >= kills || done.cuts < ((done.kills + 1) * cuts) / (kills + 1)) return
    done.kills += 1
    restarting = site.kill().then(() => site.start())
  }
  const server = createServer((client) => {
    const there = connect(Number(port), hostname)
    for (const socket of [client, there]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        there.destroy()
      })
    }
    there.pipe(client)
    client.pipe(there)
    client.on('data', (chunk) => {
      passed += chunk.length
      if (done.cuts < cuts && passed >= ((done.cuts + 1) * bytes) / (cuts + 1)) cut()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    done,
    stop: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
      await restarting
    },
  }
}
