// Open streams that have not received what was committed: with the next heartbeat they catch up, or they are ended, so
// that their clients resume.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import {
  connectSocket,
  connectToken,
  createTable,
  type FillableFeed,
  fillableFeed,
  type LiveTable,
  openStream,
  type SocketClient,
  type StreamClient,
  textsOf,
} from './realtime.fixture.ts'

// Room for a few changes only, so that a test can fill it.
const LIMITS = { changes: 4, bytes: 1_000_000 }

let live: FillableFeed
let app: TestApp
let project: TestProject
let notes: LiveTable
let others: LiveTable
let base: string

beforeEach(async () => {
  live = fillableFeed(LIMITS)
  app = await startTestApp({}, { changes: live.changes })
  project = await app.createProject()
  notes = await createTable(app, live.feed, project)
  others = await createTable(app, live.feed, project, 'others')
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.stop())

const openNotes = (headers: Record<string, string> = {}) =>
  openStream(
    `${base}/api/v1/projects/${project.id}/realtime/events?api_key=${project.secret}&table=notes`,
    headers,
  )

async function openBoth(): Promise<[StreamClient, SocketClient]> {
  const { token } = await connectToken(app, project, { key: project.secret })
  return [await openNotes(), await connectSocket(base, token)]
}

const write = (table: LiveTable, ...texts: string[]) => {
  for (const text of texts) table.commit({ record: { id: text, text } })
}
const streamTexts = (stream: StreamClient) => stream.events().map(({ data }) => data.record.text)

test('changes that were not delivered come with the next heartbeat, once and in order', async () => {
  const [stream, socket] = await openBoth()
  write(notes, 'a')
  live.unnoticed(() => write(notes, 'b', 'c'))
  app.clock.advance(25)
  await stream.until((client) => client.events().length === 3)
  await socket.next(({ push }) => push?.pub?.data.record.text === 'c')
  write(notes, 'd')
  app.clock.advance(25)
  await stream.until((client) => client.text().split(': heartbeat').length === 3)
  await socket.next(({ push }) => push?.pub?.data.record.text === 'd')
  expect(streamTexts(stream)).toEqual(['a', 'b', 'c', 'd'])
  expect(textsOf(socket)).toEqual(['a', 'b', 'c', 'd'])
  stream.close()
  socket.close()
})

test('a client that has never received anything catches up as well', async () => {
  const [stream, socket] = await openBoth()
  live.unnoticed(() => write(notes, 'first'))
  app.clock.advance(25)
  await stream.until((client) => client.events().length === 1)
  await socket.next(({ push }) => push?.pub?.data.record.text === 'first')
  stream.close()
  socket.close()
})

test('what cannot be made up for ends the stream, and the client finds out when it resumes', async () => {
  const [stream, socket] = await openBoth()
  write(notes, 'seen')
  await stream.until((client) => client.events().length === 1)
  live.unnoticed(() => write(notes, '1', '2', '3', '4', '5', '6'))
  app.clock.advance(25)
  await stream.ended
  expect(streamTexts(stream)).toEqual(['seen'])
  expect(await socket.closed).toEqual({ code: 3010, reason: 'insufficient state' })
  const again = await openNotes({ 'last-event-id': String(stream.events()[0]?.id) })
  write(notes, 'after')
  await again.until((client) => client.events().length === 2)
  expect(again.events().map(({ event }) => event)).toEqual(['reset', 'INSERT'])
  again.close()
})

test('a node that does not have the changes of a table any more ends its streams', async () => {
  const [stream, socket] = await openBoth()
  const { latest } = live.feed
  live.feed.latest = () => undefined
  app.clock.advance(25)
  await stream.ended
  expect((await socket.closed).code).toBe(3010)
  live.feed.latest = latest
  const again = await openNotes()
  write(notes, 'again')
  await again.until((client) => client.events().length === 1)
  again.close()
})

test('a quiet stream stays open, whatever happens to other tables and however little is kept in memory', async () => {
  const [stream, socket] = await openBoth()
  write(notes, 'a')
  write(others, '1', '2', '3', '4', '5', '6')
  for (let beats = 1; beats <= 3; beats++) {
    app.clock.advance(25)
    await stream.until((client) => client.text().split(': heartbeat').length === beats + 1)
  }
  write(notes, 'b')
  await stream.until((client) => client.events().length === 2)
  await socket.next(({ push }) => push?.pub?.data.record.text === 'b')
  expect(streamTexts(stream)).toEqual(['a', 'b'])
  stream.close()
  socket.close()
})
