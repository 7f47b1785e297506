// Filters of subscriptions: they let through what the data API finds with the same filter, and never more than is allowed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { FilteredChange, RowFilter } from '#modules/realtime/access/row-filter.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { connectSocket, connectToken, openStream, type StreamClient, textsOf } from './realtime.fixture.ts'

let app: TestApp
let project: TestProject
let base: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

async function manage(method: string, path: string, body?: object) {
  const more = body === undefined ? {} : { body }
  const answer = await app.api(method, `/projects/${project.id}${path}`, { token: project.token, ...more })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.data
}
async function data(method: string, path: string, body?: object) {
  const more = body === undefined ? {} : { body }
  const answer = await app.api(method, `/data/${path}`, { key: project.secret, ...more })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.data
}
const open = (table: string, filter: string, headers: Record<string, string> = {}) =>
  openStream(
    `${base}/api/v1/projects/${project.id}/realtime/events?table=${table}&filter=${encodeURIComponent(filter)}`,
    { 'x-platform-api-key': project.secret, ...headers },
  )
// A hundred subscribers filter one change of a row of 200 KB.
async function filteredByHundred(filter: string) {
  const column = {
    name: 't',
    data_type: 'text',
    required: false,
    has_default: false,
    enum_values: [],
  } as const
  const flags = { read_only: false, soft_delete: false, owner_column: undefined }
  const table = {
    id: 't',
    schema: 'p',
    slug: 'big',
    version: '1',
    columns: new Map([['t', column]]),
    ...flags,
  }
  const filters = await Promise.all(
    Array.from({ length: 100 }, (_, n) => RowFilter.read(table, `${filter},t.neq.${n}`)),
  )
  const row = { t: 'ab'.repeat(100_000) }
  const change = new FilteredChange({ record: row, old_record: undefined })
  const passed = filters.filter((one) => change.passes(one, false)).length
  return { cost: change.cost, passed }
}

const seen = (stream: StreamClient) => stream.events().map(({ data: { record } }) => record.id)

describe('of every type', () => {
  const ROWS = [
    {
      text: 'Asha, the first (of "all")',
      word: 'b%_\\',
      mail: 'asha@example.com',
      mobile: '+255712345678',
      state: 'open',
      code: 'ab ',
      n: 7,
      small: -3,
      big: '9007199254740993',
      price: '12.5000',
      rate: '0.1',
      ratio: 1.5,
      done: true,
      day: '2026-11-27',
      at: '2026-11-27T03:00:00Z',
      clock: '08:30:00',
      span: '1 day 02:00:00',
      key: '0198f0a0-0000-7000-8000-000000000001',
      tags: { color: 'red', size: { width: 3 }, list: ['a', 'b'] },
      plain: { color: 'red' },
      bytes: '\\x00ff',
      host: '192.0.2.0/24',
    },
    {
      text: 'juma',
      word: 'plain',
      mail: 'juma@example.com',
      mobile: '+255712345679',
      state: 'late',
      code: 'abc',
      n: -7,
      small: 30,
      big: '9007199254740992',
      price: '12.5',
      rate: '0.10',
      ratio: -0.25,
      done: false,
      day: '2026-01-01',
      at: '2026-11-27T06:00:00.000001+03:00',
      clock: '23:59:59.5',
      span: '26:00:00',
      key: '0198f0a0-0000-7000-8000-000000000002',
      tags: { color: 'blue', size: null },
      plain: {},
      bytes: '\\x',
      host: '192.0.2.7',
    },
    { text: 'Ñandú', rate: '1.5000000000000000000001', big: '-9223372036854775808' },
    {},
  ]
  const FILTERS = [
    ...['text.eq.juma', 'text.neq.juma', 'text.like.*a*', 'text.in.(juma,"Asha, the first (of \\"all\\")")'],
    ...[
      'text.is.null',
      'text.is.not.null',
      'text.not.eq.juma',
      'word.eq.b%_\\',
      'word.like.b\\%*',
      'text.in.()',
    ],
    ...[
      'mail.eq.asha@example.com',
      'mail.ilike.*@EXAMPLE.com',
      'mobile.eq.+255712345679',
      'mobile.like.*679',
    ],
    ...[
      'state.eq.open',
      'state.in.(open,late)',
      'state.neq.late',
      'code.eq.ab',
      'code.like.ab',
      'code.in.(abc,ab)',
    ],
    ...[
      'n.eq.7',
      'n.gt.0',
      'n.lte.-7',
      'n.in.(1,7)',
      'n.not.is.null',
      'small.lt.0',
      'small.neq.30',
      'number.gt.0',
    ],
    ...['price.eq.12.5', 'price.gte.12.50', 'rate.eq.0.1'],
    ...[
      'rate.gt.1.5',
      'rate.eq.1.5',
      'rate.in.(1.5,0.1)',
      'big.eq.9007199254740993',
      'big.gt.9007199254740992',
      'big.lt.0',
    ],
    ...['ratio.gt.0', 'ratio.eq.-0.25', 'done.eq.true', 'done.neq.true', 'done.not.eq.true', 'done.is.null'],
    ...['day.eq.2026-11-27', 'day.lt.2026-06-01', 'at.eq.2026-11-27T03:00:00Z', 'at.gt.2026-11-27T03:00:00Z'],
    ...[
      'clock.gt.12:00:00',
      'clock.eq.08:30',
      'key.eq.0198F0A0-0000-7000-8000-000000000001',
      'key.neq.0198f0a0-0000-7000-8000-000000000001',
    ],
    ...['tags->>color.eq.red', 'tags->size->>width.eq.3', 'tags->list->>0.eq.a', 'plain->>color.is.not.null'],
    ...[
      'or(n.gt.0,state.eq.late)',
      'not.and(n.gt.0,done.eq.true)',
      'n.gt.-10,or(state.eq.open,text.like.j*)',
      'tags.is.null',
    ],
    ...['bytes.is.null', 'host.is.not.null', 'span.is.null', 'file.is.null'],
  ]
  // Lower case beyond ASCII, and texts that PostgreSQL makes of JSON: more rows than the list has may pass, never fewer.
  const LOOSE = ['text.ilike.*ASHA*', 'tags->>size.is.null']
  const REFUSED = [
    ['text.fts.juma', 'text: words cannot be searched here, like and ilike can.'],
    ['n.like.7*', 'n: like is for texts here.'],
    ['nothing.eq.1', 'The table samples has no column nothing.'],
    ['n.eq.x', 'n: '],
    ...['text.gt.a', 'span.eq.26:00:00', 'bytes.eq.\\x00ff', 'host.eq.192.0.2.7', 'tags->size.eq.null'].map(
      (filter) => [filter, 'this is decided for a row in memory'],
    ),
    ['n', 'or, and: n is not column.operator.value.'],
    ['(n.eq.1', 'or, and: a parenthesis or a quote is not closed.'],
  ]

  test('a stream has the rows that a list has', async () => {
    const columns = Object.entries({
      text: 'text',
      word: 'string',
      mail: 'email',
      mobile: 'phone',
      code: 'char',
      n: 'integer',
      small: 'smallint',
      big: 'bigint',
      number: 'serial',
      price: 'money',
      rate: 'decimal',
      ratio: 'float',
      done: 'boolean',
      day: 'date',
      at: 'timestamp',
      clock: 'time',
      span: 'interval',
      key: 'uuid',
      tags: 'jsonb',
      plain: 'json',
      bytes: 'bytea',
      host: 'inet',
      file: 'file',
    }).map(([name, data_type]) => ({ name, data_type, ...(data_type === 'char' ? { char_length: 3 } : {}) }))
    const state = { name: 'state', data_type: 'enum', enum_values: ['open', 'late'] }
    await manage('POST', '/tables', { name: 'samples', columns: [...columns, state] })
    const all = await open('samples', 'id.is.not.null')
    const filters = [...FILTERS, ...LOOSE]
    const streams = await Promise.all(filters.map((filter) => open('samples', filter)))
    const rows: { id: string }[] = []
    for (const row of ROWS) rows.push(await data('POST', 'samples', row))
    await all.until((client) => client.events().length === ROWS.length)
    const numberOf = (id: string) => rows.findIndex((row) => row.id === id)
    const differing = []
    for (const [at, filter] of filters.entries()) {
      const stream = streams[at] as StreamClient
      if (stream.status !== 200) {
        differing.push([filter, stream.status, stream.text()])
        continue
      }
      const list: { id: string }[] = await data(
        'GET',
        `samples?and=(${encodeURIComponent(filter)})&order=number`,
      )
      const wanted = list.map(({ id }) => numberOf(id))
      const got = seen(stream).map(numberOf)
      const isRight = LOOSE.includes(filter)
        ? wanted.every((number) => got.includes(number))
        : got.join() === wanted.join()
      if (!isRight) differing.push([filter, 'list', wanted, 'stream', got])
    }
    for (const stream of [all, ...streams]) stream.close()
    expect(differing).toEqual([])
  })

  test.each(REFUSED)('%s is refused', async (filter, message) => {
    const stream = await open('samples', filter)
    await stream.ended
    expect([stream.status, JSON.parse(stream.text()).errors[0]]).toEqual([
      400,
      expect.stringContaining(message),
    ])
    const answer = await app.api(
      'POST',
      `/projects/${project.id}/realtime/connect?table=samples&filter=${encodeURIComponent(filter)}`,
      { key: project.secret },
    )
    expect([answer.status, JSON.parse(answer.text).errors[0]]).toEqual([
      400,
      expect.stringContaining(message),
    ])
  })
})

describe('of a board', () => {
  const texts = (stream: StreamClient) =>
    stream.events().map(({ event, data: { record } }) => `${event} ${record.text}`)

  beforeAll(async () => {
    const columns = [
      { name: 'text', data_type: 'text' },
      { name: 'board', data_type: 'integer' },
      { name: 'user_id', data_type: 'uuid' },
    ]
    const { id } = await manage('POST', '/tables', { name: 'notes', columns })
    await manage('POST', `/tables/${id}/rls`, {
      action: 'select',
      subject: 'authenticated',
      condition: 'user_id = auth.uid()',
    })
  })

  test('a row that enters and one that leaves are told, over both transports and to who resumes', async () => {
    const { token, channel } = await connectToken(
      app,
      project,
      { key: project.secret },
      'table=notes&filter=board.eq.1',
    )
    const socket = await connectSocket(base, token)
    const state = socket.frames[0].connect.subs[channel]
    const stream = await open('notes', 'board.eq.1')
    const byToken = await openStream(`${base}/api/v1/projects/${project.id}/realtime/events?token=${token}`)
    const a = await data('POST', 'notes', { text: 'a', board: 1 })
    const b = await data('POST', 'notes', { text: 'b', board: 2 })
    await data('PATCH', `notes/${b.id}`, { text: 'enters', board: 1 })
    await data('PATCH', `notes/${a.id}`, { text: 'leaves', board: 2 })
    await data('PATCH', `notes/${a.id}`, { text: 'is elsewhere' })
    await data('DELETE', `notes/${a.id}`)
    await data('DELETE', `notes/${b.id}`)
    const told = ['INSERT a', 'UPDATE enters', 'UPDATE leaves', 'DELETE enters']
    await stream.until((client) => client.events().length === told.length)
    await byToken.until((client) => client.events().length === told.length)
    await socket.next(({ push }) => push?.pub?.data.type === 'DELETE')
    expect([texts(stream), texts(byToken)]).toEqual([told, told])
    const bare = told.map((one) => one.split(' ')[1])
    expect(textsOf(socket)).toEqual(bare)

    const again = await connectSocket(base, token, {
      subs: { [channel]: { recover: true, offset: state.offset, epoch: state.epoch } },
    })
    const { publications } = again.frames[0].connect.subs[channel]
    expect(publications.map((one: any) => one.data.record.text)).toEqual(bare)
    const resumed = await open('notes', 'board.eq.1', { 'last-event-id': stream.events()[0]?.id ?? '' })
    await resumed.until((client) => client.events().length === told.length - 1)
    expect(texts(resumed)).toEqual(told.slice(1))
    for (const client of [socket, stream, byToken, again, resumed]) client.close()
  })

  test('a filter shows nobody more than they are allowed to see', async () => {
    const { token, user } = await signUp(app, project)
    const other = await signUp(app, project)
    const headers = { 'x-platform-api-key': project.publishable, authorization: `Bearer ${token}` }
    const stream = await open('notes', 'board.eq.3', headers)
    // Others' rows are not told, whatever the filter says of them, nor that one was on the board before it was given away.
    const foreign = await data('POST', 'notes', { text: 'of another', board: 3, user_id: other.user.id })
    await data('PATCH', `notes/${foreign.id}`, { text: 'given', board: 4, user_id: user.id })
    await data('POST', 'notes', { text: 'own', board: 3, user_id: user.id })
    await stream.until((client) => client.events().length > 0)
    expect(texts(stream)).toEqual(['INSERT own'])
    stream.close()
  })

  test('a column that is renamed under a filter ends the subscription, and the next attempt says why', async () => {
    const { id } = await manage('POST', '/tables', {
      name: 'moving',
      columns: [
        { name: 'text', data_type: 'text' },
        { name: 'board', data_type: 'integer' },
        { name: 'other', data_type: 'integer' },
      ],
    })
    const [stream, unconcerned] = [await open('moving', 'board.eq.1'), await open('moving', 'other.eq.1')]
    const { token } = await connectToken(
      app,
      project,
      { key: project.secret },
      'table=moving&filter=board.eq.1',
    )
    const socket = await connectSocket(base, token)
    await manage('POST', '/schema/exec-ddl', { sql: 'alter table moving rename column board to lane' })
    await stream.ended
    expect(await socket.closed).toEqual({
      code: 3010,
      reason: 'insufficient state: a column of the filter was changed',
    })
    const again = await open('moving', 'board.eq.1')
    await again.ended
    expect(again.status).toBe(400)
    const late = await connectSocket(base, token)
    expect(late.frames[0].connect.subs).toEqual({})
    await data('POST', 'moving', { text: 'told', other: 1 })
    await unconcerned.until((client) => client.events().length === 1)
    expect(id).toBeDefined()
    for (const client of [unconcerned, late]) client.close()
  })

  test('a policy decides about changes by all digits, as it does about a list', async () => {
    const columns = [{ name: 'd', data_type: 'decimal' }]
    const { id } = await manage('POST', '/tables', { name: 'rates', columns })
    await manage('POST', `/tables/${id}/rls`, { action: 'select', subject: 'public', condition: 'd <= 1.5' })
    const stream = await open('rates', 'id.is.not.null', { 'x-platform-api-key': project.publishable })
    await data('POST', 'rates', { d: '1.5000000000000000000001' })
    const shown = await data('POST', 'rates', { d: '1.4999999999999999999999' })
    await stream.until((client) => client.events().length > 0)
    expect(seen(stream)).toEqual([shown.id])
    stream.close()
  })

  test('filters that take long give up, and what they cannot decide is sent', async () => {
    const { cost, passed } = await filteredByHundred(`t.like.*${'_'.repeat(300)}c*`)
    expect(passed).toBe(100)
    // In deliveries to one subscriber, of which a turn has 40,000.
    expect(cost).toBeLessThan(40_000)
  })

  test('a filter is for one table', async () => {
    const connect = (query: string) =>
      app.api('POST', `/projects/${project.id}/realtime/connect?${query}`, { key: project.secret })
    for (const query of ['table=notes&table=moving&filter=board.eq.1', 'channel=x&filter=board.eq.1'])
      expect([(await connect(query)).status, (await connect(query)).text]).toEqual([
        400,
        expect.stringContaining('filter: is for a token of one table'),
      ])
  })
})
