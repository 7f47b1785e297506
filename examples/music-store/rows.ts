// Inserts the rows, many per request, and checks that all of them arrived.
import type { Dataset, TableName } from './data.ts'
import { request } from './http.ts'

/** BATCH is how many rows one request inserts. */
export const BATCH = 500

/** batchesOf splits rows into the bodies of requests. */
export function batchesOf<Row>(rows: readonly Row[], size = BATCH): Row[][] {
  const count = Math.ceil(rows.length / size)
  return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size))
}

/** loadTable inserts the rows of one table and returns the number of requests that it took. */
export async function loadTable(base: string, key: string, table: TableName, data: Dataset): Promise<number> {
  const batches = batchesOf<unknown>(data[table])
  const path = `/api/v1/data/${table}`
  for (const body of batches) await request(base, { method: 'POST', path, key, body })
  return batches.length
}

/** checkCount throws unless a table has as many rows as were sent. */
export async function checkCount(base: string, key: string, table: TableName, data: Dataset): Promise<void> {
  const found = await countOf(base, key, table)
  const sent = data[table].length
  if (found !== sent) throw new Error(`${table}: ${sent} rows were sent, but the server counts ${found}.`)
}

/** countOf returns how many rows of a table a key can see. */
export async function countOf(base: string, key: string, table: TableName): Promise<number> {
  const query = { count: 'exact' }
  const { data } = await request<{ count: number }>(base, {
    method: 'GET',
    path: `/api/v1/data/${table}`,
    query,
    key,
  })
  return data.count
}
