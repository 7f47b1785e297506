// Lists that clients follow as server-sent events: a log, a history. Each stream asks for what is new once a second, so that
// it sees what every node has written, and resumes where its client was cut off. It ends for who may no longer read the list.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#platform/errors/app-error.ts'
import { AtOnce } from '#platform/fairness/at-once.ts'

/** FollowedEntry is one entry of a followed list. Ids ascend as numbers do, and are what a client resumes from. */
export interface FollowedEntry {
  readonly id: string
  readonly data: object
}

/** FollowOptions say what a stream follows. */
export interface FollowOptions {
  readonly projectId: string
  /** event is the name of each event. */
  readonly event: string
  /** read returns the entries behind an id in their order, some hundred at most; without an id it returns the latest one. */
  read(after: string | undefined): Promise<readonly FollowedEntry[]>
}

const POLL_MS = 1000
const HEARTBEAT_MS = 25_000
const PER_PROJECT = 20
const IN_ALL = 500
// A client that takes nothing for so long is cut off; it resumes where it was.
const STUCK_MS = 60_000

/** Followers are the streams of one module. */
export class Followers {
  readonly #open = new AtOnce<string>()
  readonly #ends = new Set<() => void>()
  #isClosed = false

  /** open begins a stream. It throws 429 where too many are open. */
  async open(request: FastifyRequest, reply: FastifyReply, options: FollowOptions): Promise<void> {
    if (this.#isClosed) throw new AppError('unavailable', 'The server is stopping. Try again shortly.')
    const { projectId } = options
    if (this.#open.of(projectId) >= PER_PROJECT || this.#ends.size >= IN_ALL) throw tooMany()
    this.#open.add(projectId)
    const closing = new AbortController()
    const end = () => closing.abort()
    this.#ends.add(end)
    reply.raw.once('close', end)
    reply.raw.on('error', () => {})
    try {
      await follow(request, reply, options, closing.signal)
    } finally {
      this.#ends.delete(end)
      this.#open.remove(projectId)
      // What was refused before the stream began is answered as every other refusal.
      if (reply.sent) reply.raw.end()
    }
  }

  /** close ends all streams; browsers connect again by themselves. */
  close(): void {
    this.#isClosed = true
    for (const end of this.#ends) end()
  }
}

async function follow(
  request: FastifyRequest,
  reply: FastifyReply,
  { event, read }: FollowOptions,
  signal: AbortSignal,
): Promise<void> {
  const given = request.headers['last-event-id']
  const resumed = typeof given === 'string' && /^\d{1,19}$/.test(given) ? given : undefined
  // What can be refused is refused before the stream begins.
  const first = await read(resumed)
  let after = first.at(-1)?.id ?? resumed ?? '0'
  const out = reply.raw
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) out.setHeader(name, value)
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  out.write(`retry: 1000\nid: ${after}\n\n`)
  const write = (entries: readonly FollowedEntry[]) => {
    for (const { id, data } of entries) {
      out.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      after = id
    }
  }
  if (resumed !== undefined) write(first)
  let quiet = 0
  let stuck = 0
  while (!signal.aborted) {
    if (await isAbortedWithin(POLL_MS, signal)) return
    stuck = out.writableNeedDrain ? stuck + POLL_MS : 0
    if (stuck >= STUCK_MS) return void out.destroy()
    if (stuck > 0) continue
    const entries = await read(after).catch(() => undefined)
    if (entries === undefined) return
    quiet = entries.length === 0 ? quiet + POLL_MS : 0
    if (entries.length === 0 && quiet < HEARTBEAT_MS) continue
    // Behind the reading, so that nothing is sent that was written after the right to read it was lost.
    if (await isRefused(request)) return
    write(entries)
    if (quiet < HEARTBEAT_MS) continue
    quiet = 0
    out.write(': heartbeat\n\n')
  }
}

function isRefused(request: FastifyRequest): Promise<boolean> {
  return request.checkAgain().then(
    () => false,
    () => true,
  )
}

function isAbortedWithin(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, false, { signal }).catch(() => true)
}

function tooMany(): AppError {
  return new AppError(
    'quota_exceeded',
    `At most ${PER_PROJECT} streams of a project follow this at the same time.`,
    {
      headers: { 'retry-after': '5' },
    },
  )
}
