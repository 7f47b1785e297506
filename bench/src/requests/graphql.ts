// GraphQL against the same JSON by one SQL statement written by hand, sent through `pg` by the bare handler.
import { type Account, addKey, addProject, addRows, signUp } from '../lab/client.ts'
import { type Lab, openLab } from '../lab/lab.ts'
import { encodeRequest } from '../lab/load.ts'
import { type Running, startBare } from '../lab/servers.ts'
import { gatherStatistics } from '../lab/statistics.ts'
import { compare, ROUNDS } from './requests.ts'

// Together 10,000 rows.
const ARTISTS = 100
const ALBUMS = 900
const TRACKS = 9000

const TARGET = 0.8
// An answer of hundreds of rows takes a hundred times as long as a single row.
const WARM_UP = 3000

interface GraphqlCase {
  readonly name: string
  readonly query: string
  readonly sql: string
}

const CASES: readonly GraphqlCase[] = [
  {
    name: 'graphql: 10 artists, 50 albums, 500 tracks',
    query: `{ artists(order_by: [{name: asc}], limit: 10) { name
      albums(order_by: [{title: asc}], limit: 5) { title
        tracks(order_by: [{place: asc}], limit: 10) { title seconds } } } }`,
    sql: `select a.name, (select coalesce(json_agg(row_to_json(x)), '[]') from (select b.title,
        (select coalesce(json_agg(row_to_json(y)), '[]') from (select t.title, t.seconds
          from tracks t where t.album_id = b.id and t.deleted_at is null order by t.place, t.id limit 10) y) as tracks
      from albums b where b.artist_id = a.id and b.deleted_at is null order by b.title, b.id limit 5) x) as albums
      from artists a where a.deleted_at is null order by a.name, a.id limit 10`,
  },
  {
    name: 'graphql: 5 tracks with album and artist',
    query: `{ tracks(order_by: [{title: asc}], where: {place: {_eq: 1}, seconds: {_eq: 181}}, limit: 5) { title
      album { title artist { name } } } }`,
    sql: `select t.title, (select row_to_json(x) from (select b.title,
        (select row_to_json(y) from (select a.name from artists a where a.id = b.artist_id and a.deleted_at is null) y) as artist
      from albums b where b.id = t.album_id and b.deleted_at is null) x) as album
      from tracks t where t.deleted_at is null and t.place = 1 and t.seconds = 181 order by t.title, t.id limit 5`,
  },
]

/** benchGraphql measures both sides in turn. */
export async function benchGraphql(rounds: number = ROUNDS): Promise<void> {
  const lab = await openLab()
  let bare: Running | undefined
  try {
    const account = await signUp(() => lab.msingi.base)
    const { id, key } = await makeMusic(lab, account)
    const schema = `p_${id.replaceAll('-', '')}`
    for (const table of ['artists', 'albums', 'tracks'])
      await gatherStatistics(lab.connection, `${schema}.${table}`)
    bare = await startBare(
      lab.connection,
      `${schema}.tracks`,
      CASES.map(({ sql }) => sql),
    )
    for (const [number, { name, query }] of CASES.entries()) {
      const path = `/api/v1/projects/${id}/graphql?case=${number}`
      const body = JSON.stringify({ query })
      await checkAlike([lab.msingi, bare], path, key, body)
      const request = encodeRequest('POST', path, key, body)
      await compare(lab, { name, target: TARGET, bare, next: () => request, warmUp: WARM_UP }, rounds)
    }
  } finally {
    await bare?.stop()
    await lab.stop()
  }
}

async function makeMusic(lab: Lab, account: Account): Promise<{ id: string; key: string }> {
  const id = await addProject(account)
  const key = await addKey(account, id)
  const table = (name: string, columns: object[]) =>
    account.api('POST', `/projects/${id}/tables`, { name, columns })
  const text = { data_type: 'text' }
  const link = { data_type: 'uuid', indexed: true }
  await table('artists', [{ name: 'name', ...text }])
  await table('albums', [
    { name: 'title', ...text },
    { name: 'artist_id', ...link },
  ])
  await table('tracks', [
    ...[
      { name: 'title', ...text },
      { name: 'album_id', ...link },
    ],
    ...['place', 'seconds'].map((name) => ({ name, data_type: 'integer' })),
  ])
  for (const [from_table, from_column, to_table] of [
    ['albums', 'artist_id', 'artists'],
    ['tracks', 'album_id', 'albums'],
  ]) {
    const body = { from_table, from_column, to_table, to_column: 'id' }
    await account.api('POST', `/projects/${id}/schema/relationships`, body)
  }
  // A policy beside the default, so that row-level security has something to decide.
  const policy = { action: 'select', subject: 'api_key', effect: 'allow', condition: 'seconds >= 0' }
  await account.api('POST', `/projects/${id}/tables/tracks/rls`, policy)
  const { base } = lab.msingi
  const many = (name: string, count: number, row: (n: number) => object) =>
    addRows(base, key, name, count, row)
  const artists = await many('artists', ARTISTS, (n) => ({ name: `Artist ${n}` }))
  const albums = await many('albums', ALBUMS, (n) => ({
    title: `Album ${n}`,
    artist_id: artists[n % ARTISTS],
  }))
  await many('tracks', TRACKS, (n) => ({
    ...{ title: `Track ${n}`, album_id: albums[n % ALBUMS] },
    ...{ place: Math.floor(n / ALBUMS) + 1, seconds: 120 + (n % 200) },
  }))
  return { id, key }
}

// Both sides must give the same rows, or the figures say nothing.
async function checkAlike(sides: readonly Running[], path: string, key: string, body: string): Promise<void> {
  const texts = await Promise.all(
    sides.map(async ({ base }) => {
      const headers = { 'x-platform-api-key': key, 'content-type': 'application/json' }
      const { data } = (await (await fetch(base + path, { method: 'POST', headers, body })).json()) as {
        data: object
      }
      return JSON.stringify(Array.isArray(data) ? data : Object.values(data)[0])
    }),
  )
  if (texts[0] !== texts[1] || texts[0] === '[]')
    throw new Error(`the answers differ:\n${texts[0]}\n${texts[1]}`)
}
