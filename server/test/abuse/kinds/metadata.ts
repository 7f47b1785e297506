// Abuses by owners' code that writes huge texts where the server reads them: comments, sources, metadata, history.

import { type Abuse, type Bully, repeat } from '#test/abuse/abuse.ts'
import type { Answer } from '#test/abuse/caller.ts'

const FULL_BYTES = 60_000_000
const SMALL_BYTES = 2_000_000

// What each trigger function runs as the owner, when a row is inserted into its table; `$size` is a number.
const WRITES: Readonly<Record<string, string>> = {
  descriptions: "update msingi.tables set description = repeat('x', $size) where slug = 'shelves'",
  names: "update msingi.columns set description = repeat('x', $size) where name = 'label'",
  history: `insert into msingi.schema_history (project_id, version, kind, operation, sql, author_id, author_email)
    select project_id, max(version) + 1, kind, to_jsonb(repeat('x', $size)), repeat('x', $size), author_id, 'x'
    from msingi.schema_history group by project_id, kind, author_id limit 1`,
  comments: "execute format('comment on table shelves is %L', repeat('x', $size))",
  sources: `execute format('create or replace function long_one() returns int language sql as %L',
    'select 1 -- ' || repeat('x', $size))`,
}

/** metadataAbuses are those. */
export const metadataAbuses: readonly Abuse[] = Object.entries(WRITES).map(([name, statement]) => ({
  name: `huge-${name}`,
  about: `an owner's trigger writes a text of 60 MB: ${name}`,
  prepare: async (tenant) => {
    await tenant
      .runDdl("create table shelves (label text); insert into shelves (label) values ('one')")
      // Another of these has made it.
      .catch(() => undefined)
    await tenant.runDdl(`create table do_${name} (size integer);
      create function do_${name}() returns trigger language plpgsql as $f$ begin
        ${statement.replaceAll('$size', 'new.size')}; return new; end $f$;
      create trigger do_${name} before insert on do_${name} for each row execute function do_${name}();`)
  },
  commit: async (bully) => {
    const write = (size: number) => bully.ddl(`insert into do_${name} (size) values (${size})`)
    await repeat(bully, 1, async () => {
      await write(bully.full ? FULL_BYTES : SMALL_BYTES)
      await Promise.all(Array.from({ length: 4 }, () => readAll(bully)))
    })
    // What stays would be met by all abuses after it.
    if (name !== 'history') await bully.clean(`insert into do_${name} (size) values (1)`)
  },
}))

function readAll(bully: Bully): Promise<readonly Answer[]> {
  const below = `/projects/${bully.tenant.id}`
  const reads = [
    `${below}/tables`,
    `${below}/schema/history`,
    `${below}/schema/migrations`,
    `${below}/schema/functions`,
    `${below}/schema/preview/shelves`,
    `${below}/schema/diagram`,
  ]
  return Promise.all([
    ...reads.map((path) => bully.send('GET', path, { as: 'dashboard' })),
    bully.send('GET', '/data/shelves', { as: 'secret' }),
    bully.send('POST', `${below}/graphql`, { as: 'secret', body: { query: '{ shelves { label } }' } }),
  ])
}
