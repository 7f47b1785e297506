// A stage: a table of products in a project of its own, the requests that play on it, and a bare handler beside.
import { type Account, addProducts, createProject, product } from './client.ts'
import type { Lab } from './lab.ts'
import { encodeRequest, type LoadRequest } from './load.ts'
import { type Running, startBare } from './servers.ts'
import { gatherStatistics } from './statistics.ts'

/** Stage is a table with rows; both servers understand its requests. */
export interface Stage {
  readonly bare: Running
  /** get asks for a random row, list for the newest fifty, insert adds one. */
  get(): LoadRequest
  list(): LoadRequest
  insert(): LoadRequest
}

/** setStage makes the table with so many rows. */
export async function setStage(lab: Lab, account: Account, count: number): Promise<Stage> {
  const { key, table } = await createProject(account)
  const ids = await addProducts(lab.msingi.base, key, count)
  await gatherStatistics(lab.connection, table)
  const bare = await startBare(lab.connection, table)
  const path = '/api/v1/data/products'
  const gets = ids.map((id) => encodeRequest('GET', `${path}/${id}`, key))
  const list = encodeRequest('GET', path, key)
  const insert = encodeRequest('POST', path, key, JSON.stringify(product(1)))
  return {
    bare,
    get: () => gets[Math.floor(Math.random() * gets.length)] as LoadRequest,
    list: () => list,
    insert: () => insert,
  }
}
