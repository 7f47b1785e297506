// What the tests of live changes share: a project with a table, clients of both transports, and changes as they commit.

import type { Change, ChangeFeeds, ChangeListener } from '#platform/changes/feed/change-feed.ts'
import type { ChangeLogLimits } from '#platform/changes/feed/change-shares.ts'
import {
  type CommittedRow,
  createMemoryFeed,
  type MemoryFeed,
} from '#platform/changes/feed/memory-feed.fixture.ts'
import type { TestApp, TestProject } from '#test/harness.ts'

// A test that waits in vain fails with what arrived instead.
const PATIENCE_MS = 60_000

/** FillableFeed is a feed that a test fills, and the feeds for a server to use in place of its own. */
export interface FillableFeed {
  readonly feed: MemoryFeed
  readonly changes: ChangeFeeds
  /** repeat publishes changes again, as after an interruption of the log. */
  repeat(changes: readonly Change[]): void
  /** unnoticed runs `work`; the server is not notified of what is committed meanwhile. */
  unnoticed(work: () => void): void
}

/** fillableFeed creates an empty feed. */
export function fillableFeed(limits?: ChangeLogLimits): FillableFeed {
  const feed = createMemoryFeed(limits)
  const listeners: ChangeListener[] = []
  let isNoticed = true
  const changes: ChangeFeeds = {
    of: () => feed,
    listen: (listener) => {
      listeners.push(listener)
      return feed.listen((batch) => {
        if (isNoticed) listener(batch)
      })
    },
    ready: async () => {},
    close: async () => {},
  }
  const repeat = (again: readonly Change[]) => {
    for (const listener of listeners) listener(again)
  }
  const unnoticed = (work: () => void) => {
    isNoticed = false
    work()
    isNoticed = true
  }
  return { feed, changes, repeat, unnoticed }
}

/** LiveTable is a table of a project whose changes a test commits without a database. */
export interface LiveTable {
  readonly id: string
  readonly slug: string
  readonly channel: string
  /** commit publishes one transaction of changes to the table. */
  commit(...changes: (Pick<CommittedRow, 'record' | 'old_record'> & { type?: CommittedRow['type'] })[]): void
  /** allow adds a policy for select. */
  allow(policy: Record<string, unknown>): Promise<string>
}

/** createTable creates a table of notes that have an owner. */
export async function createTable(
  app: TestApp,
  feed: MemoryFeed,
  project: TestProject,
  slug = 'notes',
): Promise<LiveTable> {
  const { id: projectId, token } = project
  const columns = [
    { name: 'text', data_type: 'text' },
    { name: 'user_id', data_type: 'uuid' },
  ]
  const made = await app.api('POST', `/projects/${projectId}/tables`, {
    token,
    body: { name: slug, columns },
  })
  if (made.status !== 201) throw new Error(`could not make a table: ${made.text}`)
  const { id } = made.data
  return {
    id,
    slug,
    channel: `project:${projectId}:${slug}`,
    commit: (...changes) =>
      feed.commit(
        ...changes.map(({ type = 'INSERT', ...rows }) => ({
          ...rows,
          type,
          project_id: projectId,
          table_id: id,
          table: slug,
        })),
      ),
    allow: async (policy) => {
      const body = { action: 'select', ...policy }
      const answer = await app.api('POST', `/projects/${projectId}/tables/${id}/rls`, { token, body })
      if (answer.status !== 201) throw new Error(`could not make a policy: ${answer.text}`)
      return answer.data.id
    },
  }
}

/** connectToken returns the response of POST /realtime/connect. */
export async function connectToken(
  app: TestApp,
  project: TestProject,
  credential: object,
  query = 'table=notes',
) {
  const answer = await app.api('POST', `/projects/${project.id}/realtime/connect?${query}`, credential)
  if (answer.status !== 200) throw new Error(`could not connect: ${answer.text}`)
  return answer.data as { url: string; token: string; channel: string; expires_at: string }
}

/** SocketClient speaks the protocol frame by frame, without a library. */
export interface SocketClient {
  /** frames are all objects that were received. */
  readonly frames: any[]
  /** closed resolves with the code and the reason. */
  readonly closed: Promise<{ code: number; reason: string }>
  send(...commands: unknown[]): void
  raw(text: string | Uint8Array<ArrayBuffer>): void
  /** next waits for an object that fits. */
  next(fits: (frame: any) => boolean): Promise<any>
  close(): void
}

/** openSocket opens a WebSocket. */
export async function openSocket(base: string): Promise<SocketClient> {
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/connection/websocket`)
  const frames: any[] = []
  const waiting = new Set<() => void>()
  let ended: { code: number; reason: string } | undefined
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.onclose = ({ code, reason }) => {
      ended = { code, reason }
      resolve(ended)
      for (const look of [...waiting]) look()
    }
  })
  socket.onmessage = ({ data }) => {
    frames.push(
      ...String(data)
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    for (const look of [...waiting]) look()
  }
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error('could not open a WebSocket'))
  })
  return {
    frames,
    closed,
    send: (...commands) => socket.send(commands.map((command) => JSON.stringify(command)).join('\n')),
    raw: (text) => socket.send(text),
    close: () => socket.close(),
    next: (fits) =>
      new Promise((resolve, reject) => {
        const fail = (why: string) =>
          reject(new Error(`${why}; received: ${JSON.stringify(frames.slice(-20))}`))
        const patience = setTimeout(() => settle(() => fail('timed out')), PATIENCE_MS)
        const settle = (done: () => void) => {
          clearTimeout(patience)
          waiting.delete(look)
          done()
        }
        const look = () => {
          const frame = frames.find(fits)
          if (frame !== undefined) settle(() => resolve(frame))
          else if (ended !== undefined) settle(() => fail(`closed: ${ended?.code} ${ended?.reason}`))
        }
        waiting.add(look)
        look()
      }),
  }
}

/** connectSocket opens a WebSocket like the specification's client (6.2), and returns it after the reply to connect. */
export async function connectSocket(url: string, token: string, more: object = {}): Promise<SocketClient> {
  const socket = await openSocket(url)
  socket.send({ id: 1, connect: { token, ...more } })
  await socket.next(({ id }) => id === 1)
  return socket
}

/** textsOf returns the texts of the notes that a client was pushed, in order. */
export function textsOf(client: SocketClient): string[] {
  return client.frames.flatMap(({ push }) => (push?.pub === undefined ? [] : [push.pub.data.record.text]))
}

/** StreamClient reads server-sent events. */
export interface StreamClient {
  readonly status: number
  readonly headers: Headers
  /** text is all that was received. */
  text(): string
  events(): { id: string; event: string; data: any }[]
  /** until waits until what was received fits. */
  until(fits: (client: StreamClient) => boolean): Promise<void>
  readonly ended: Promise<void>
  close(): void
}

/** openStream opens a stream of server-sent events. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<StreamClient> {
  const abort = new AbortController()
  const answer = await fetch(url, { headers, signal: abort.signal })
  let text = ''
  let over = false
  const waiting = new Set<() => void>()
  const look = () => {
    for (const each of [...waiting]) each()
  }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      look()
    }
  }
  const ended = read()
    .catch(() => {})
    .finally(() => {
      over = true
      look()
    })
  const client: StreamClient = {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    events: () => text.split('\n\n').flatMap(readEvent),
    until: (fits) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!fits(client) && !over) return
          waiting.delete(check)
          if (fits(client)) resolve()
          else reject(new Error(`the stream ended: ${text}`))
        }
        waiting.add(check)
        check()
      }),
    ended,
    close: () => abort.abort(),
  }
  return client
}

function readEvent(block: string) {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)))
  if (fields.event === undefined) return []
  return [{ id: String(fields.id), event: String(fields.event), data: JSON.parse(String(fields.data)) }]
}
