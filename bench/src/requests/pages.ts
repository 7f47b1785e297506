// Pages of a table of a million rows: the first, one far behind by cursor, and one far behind by offset.
import { addKey, addProject, addTable, signUp } from '../lab/client.ts'
import { median, short, tellFigure, tellNote } from '../lab/figures.ts'
import { openLab } from '../lab/lab.ts'
import { addRowsBySql, gatherStatistics } from '../lab/statistics.ts'

const ROWS = 1_000_000
const PAGE = 45
const DEEP_PAGE = 20_000
const OFFSET = 900_000
const ROUNDS = 15

/** benchPages measures each page in turn, as a ratio to the first of the same order. */
export async function benchPages(rounds: number = ROUNDS): Promise<void> {
  const lab = await openLab()
  try {
    const account = await signUp(() => lab.msingi.base)
    const project = await addProject(account)
    const key = await addKey(account, project)
    const id = await addTable(account, project)
    const table = `p_${project.replaceAll('-', '')}.products`
    await addRowsBySql(lab.connection, table, ROWS)
    await gatherStatistics(lab.connection, table)
    const path = `${lab.msingi.base}/api/v1/data/products?limit=${PAGE}`
    await measure('newest first', path, key, rounds)
    await measure('by an indexed column', `${path}&order=price`, key, rounds)
    await measure('mixed directions', `${path}&order=price.desc,name.asc`, key, rounds)
    // It has to look at each row, so that no index has all that is asked for.
    const policy = { action: 'select', subject: 'api_key', effect: 'allow', condition: 'price >= 0' }
    await account.api('POST', `/projects/${project}/tables/${id}/rls`, policy)
    await measure('newest first, policy', path, key, rounds)
  } finally {
    await lab.stop()
  }
}

async function measure(name: string, path: string, key: string, rounds: number): Promise<void> {
  const read = async (query: string) => {
    const begun = performance.now()
    const answer = await fetch(`${path}${query}`, { headers: { 'x-platform-api-key': key } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return { milliseconds: performance.now() - begun, next: answer.headers.get('x-next-cursor') }
  }
  const { next } = await read(`&offset=${(DEEP_PAGE - 2) * PAGE}`)
  const pages = { first: '', cursor: `&cursor=${next}`, offset: `&offset=${OFFSET}` }
  const times: Record<keyof typeof pages, number[]> = { first: [], cursor: [], offset: [] }
  for (let round = 0; round < rounds; round++)
    for (const [kind, query] of Object.entries(pages) as [keyof typeof pages, string][]) {
      await read(query)
      times[kind].push((await read(query)).milliseconds)
    }
  const first = median(times.first)
  tellFigure(`${name}: by cursor`, median(times.cursor) / first, 'of page 1', { max: 1.2 })
  tellFigure(`${name}: by offset`, median(times.offset) / first, 'of page 1', { max: 40 })
  tellNote(
    `page 1 ${short(first)} ms, page ${DEEP_PAGE} by cursor ${short(median(times.cursor))} ms, offset ${OFFSET} ${short(median(times.offset))} ms`,
  )
}
