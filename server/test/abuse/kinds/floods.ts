// Abuses by number: nothing in these requests is wrong, there are only very many of them.
import { type Abuse, addressOf, repeat } from '#test/abuse/abuse.ts'
import { newUser } from '#test/abuse/new-user.ts'

/** floodAbuses are those. */
export const floodAbuses: readonly Abuse[] = [
  {
    name: 'get-flood',
    about: '2,000 GETs at once without a pause',
    prepare: async (tenant) => {
      await tenant.runDdl(`create table pages (text text);
        insert into pages (text) select '${tenant.marker} ' || n from generate_series(1, 200) n`)
    },
    commit: (bully) =>
      repeat(bully, bully.full ? 2000 : 50, () => bully.send('GET', '/data/pages?limit=5', { as: 'secret' })),
  },
  {
    name: 'insert-flood',
    about: 'inserts of 1,000 rows, eight at once without a pause',
    prepare: (tenant) => tenant.runDdl('create table heaps (n integer, note text)'),
    commit: async (bully) => {
      const note = `${bully.tenant.marker} ${'x'.repeat(100)}`
      const rows = Array.from({ length: bully.full ? 1000 : 100 }, (_, n) => ({ n, note }))
      const raw = JSON.stringify(rows)
      await repeat(bully, bully.full ? 8 : 2, () => bully.send('POST', '/data/heaps', { as: 'secret', raw }))
    },
  },
  {
    name: 'sign-up-flood',
    about: '100 sign-ups at once, with a trigger on `users` that sleeps for ten seconds',
    prepare: (tenant, full) =>
      tenant.runDdl(`create function greet() returns trigger language plpgsql as $f$ begin
          if new.full_name = 'slow' then perform pg_sleep(${full ? 10 : 0.3}); end if; return new; end $f$;
        create trigger greet before insert on users for each row execute function greet();`),
    commit: (bully) => {
      const { id, marker } = bully.tenant
      return repeat(bully, bully.full ? 100 : 6, (number) =>
        bully.send('POST', `/projects/${id}/auth/signup`, {
          as: 'publishable',
          headers: { 'x-forwarded-for': addressOf(number) },
          body: { ...newUser(marker), full_name: 'slow' },
        }),
      )
    },
  },
  {
    name: 'large-results',
    about: 'query/exec and lists with answers of megabytes',
    prepare: (tenant) =>
      tenant.runDdl(`create table volumes (text text);
        insert into volumes (text) select '${tenant.marker}' || repeat('x', 30000) from generate_series(1, 300)`),
    commit: async (bully) => {
      const path = `/projects/${bully.tenant.id}/query/exec`
      const queries = repeat(bully, bully.full ? 10 : 2, () =>
        bully.send('POST', path, { as: 'secret', body: { sql: 'select text from volumes' } }),
      )
      const lists = repeat(bully, bully.full ? 10 : 2, () =>
        bully.send('GET', '/data/volumes?limit=200', { as: 'secret' }),
      )
      await Promise.all([queries, lists])
    },
  },
  {
    name: 'notify-flood',
    about: 'a trigger that sends 100,000 notes of 7 KB by NOTIFY',
    prepare: (tenant) =>
      tenant.runDdl(`create table bells (times integer);
        create function ring() returns trigger language plpgsql as $f$ begin
          for i in 1..new.times loop execute format('notify bell, %L', i::text || repeat('x', 7000)); end loop;
          return new; end $f$;
        create trigger ring before insert on bells for each row execute function ring();`),
    commit: (bully) => {
      const times = bully.full ? 100_000 : 1000
      return repeat(bully, 2, () => bully.send('POST', '/data/bells', { as: 'secret', body: { times } }))
    },
  },
]
