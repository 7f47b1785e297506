// The administrator's pool as modules use it: of a project, only through that project's share of it. Without that, the
// slow metadata of one project would take every connection, and with them keys, sessions and sign-ins of all others.
import type pg from 'pg'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import type { Tenant } from '#platform/fairness/tenants.ts'

/** AdminPool runs SQL as the administrator. Nobody may ask for a second connection while holding one. */
export interface AdminPool {
  query: pg.Pool['query']
  connect(): Promise<pg.PoolClient>
}

/** TenantPool is the administrator's pool for the work of one tenant; it throws 429 or 503 where that has no place. */
export class TenantPool implements AdminPool {
  readonly #pool: pg.Pool
  readonly #gate: FairGate
  readonly #tenant: Tenant

  constructor(pool: pg.Pool, gate: FairGate, tenant: Tenant) {
    this.#pool = pool
    this.#gate = gate
    this.#tenant = tenant
  }

  /** query runs one statement. */
  query = ((text: string, values?: unknown[]) =>
    this.#gate.run(this.#tenant, () => this.#pool.query(text, values))) as pg.Pool['query']

  /** connect lends a connection, whose release frees the tenant's place. */
  async connect(): Promise<pg.PoolClient> {
    const leave = await this.#gate.enter(this.#tenant)
    try {
      const client = await this.#pool.connect()
      const release = client.release
      // The pool gives the client a new function each time it lends it.
      client.release = (broken) => {
        release.call(client, broken)
        leave()
      }
      return client
    } catch (error) {
      leave()
      throw error
    }
  }
}
