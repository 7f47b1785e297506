// Abuses by SQL that takes its time: each takes a connection, a lock or a place in a queue that others wait for.

import { type Abuse, repeat } from '#test/abuse/abuse.ts'
import type { Tenant } from '#test/abuse/project.ts'

const AT_ONCE = 60
const SIBLINGS = 22

const NAPS = `create table naps (seconds double precision, note text);
  create function nap() returns trigger language plpgsql as $f$ begin
    perform pg_sleep(new.seconds); return new; end $f$;
  create trigger nap before insert on naps for each row execute function nap();`

const COUNT = `select count(*) from generate_series(1, 5000) a, generate_series(1, 5000) b, generate_series(1, 5000) c
  where a + b + c = 7`

// Projects of one account are made once for each bully, and kept for both abuses that need them.
const siblings = new WeakMap<Tenant, Promise<readonly { id: string; secret: string }[]>>()

function siblingsOf(tenant: Tenant, full: boolean): Promise<readonly { id: string; secret: string }[]> {
  const make = async () => {
    const made: { id: string; secret: string }[] = []
    for (let n = 0; n < (full ? SIBLINGS : 2); n++) {
      const sibling = await tenant.createSibling()
      await tenant.manage('POST', `/projects/${sibling.id}/schema/exec-ddl`, { sql: NAPS })
      made.push(sibling)
    }
    return made
  }
  const known = siblings.get(tenant) ?? make()
  siblings.set(tenant, known)
  return known
}

/** slowSqlAbuses are those. */
export const slowSqlAbuses: readonly Abuse[] = [
  {
    name: 'slow-ddl',
    about: '60 exec-ddl at once that each sleep, in one project',
    prepare: (tenant) => tenant.runDdl(NAPS),
    commit: (bully) => {
      const seconds = bully.full ? 30 : 0.5
      return repeat(bully, bully.full ? AT_ONCE : 8, () =>
        bully.ddl(`insert into naps (seconds) values (${seconds})`),
      )
    },
  },
  {
    name: 'slow-inserts',
    about: '200 inserts at once into a table with a trigger that sleeps',
    prepare: (tenant) =>
      tenant.runDdl(`create table sleepers (note text);
        create function sleep_on() returns trigger language plpgsql as $f$ begin
          perform pg_sleep(case when new.note = 'long' then 14 else 0.3 end); return new; end $f$;
        create trigger sleep_on before insert on sleepers for each row execute function sleep_on();`),
    commit: (bully) => {
      const body = { note: bully.full ? 'long' : 'short' }
      return repeat(bully, bully.full ? 200 : 20, () =>
        bully.send('POST', '/data/sleepers', { as: 'secret', body }),
      )
    },
  },
  {
    name: 'slow-ddl-of-many',
    about: 'exec-ddl that sleeps, from 22 projects of one account, three of each at once',
    prepare: async (tenant, full) => void (await siblingsOf(tenant, full)),
    commit: async (bully) => {
      const all = await siblingsOf(bully.tenant, bully.full)
      const body = { sql: `insert into naps (seconds) values (${bully.full ? 30 : 0.5})` }
      await repeat(bully, all.length * 3, (number) => {
        const { id } = all[number % all.length] as { id: string }
        return bully.send('POST', `/projects/${id}/schema/exec-ddl`, { as: 'dashboard', body })
      })
    },
  },
  {
    name: 'slow-queries-of-many',
    about: 'query/exec that counts for seconds, from 22 projects of one account, ten of each at once',
    prepare: async (tenant, full) => void (await siblingsOf(tenant, full)),
    commit: async (bully) => {
      const all = await siblingsOf(bully.tenant, bully.full)
      await repeat(bully, all.length * (bully.full ? 10 : 2), (number) => {
        const { id, secret } = all[number % all.length] as { id: string; secret: string }
        return bully.send('POST', `/projects/${id}/query/exec`, {
          as: 'nobody',
          headers: { 'x-platform-api-key': secret },
          body: { sql: COUNT },
        })
      })
    },
  },
]
