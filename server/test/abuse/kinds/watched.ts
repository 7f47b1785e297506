// Abuses of tables that are watched: changes that are hard to decode, too large for the log, too many at once, or of a
// table that is not what it was.
import { type Abuse, pause, repeat } from '#test/abuse/abuse.ts'
import { newUser } from '#test/abuse/new-user.ts'
import { watch } from '#test/abuse/sockets.ts'

const SIGN_UP_MS = 30_000
const TEXTS = ['a', 'b', 'c', 'd']

/** watchedAbuses are those. */
export const watchedAbuses: readonly Abuse[] = [
  {
    name: 'enum-labels',
    about: 'an enum type called _mood with labels such as `{a` on a watched table',
    prepare: (tenant) =>
      tenant.runDdl(`create type _mood as enum ('{a', '{"', 'a b', '}');
        create table moods (mood _mood, note text default '${tenant.marker}');`),
    commit: async (bully) => {
      await watch(bully, 'moods')
      await repeat(bully, 2, (number) => {
        const body = { mood: ['{a', '{"', 'a b', '}'][number % 4] }
        return bully.send('POST', '/data/moods', { as: 'secret', body })
      })
    },
  },
  {
    name: 'large-rows',
    about: 'updates of a watched row with four texts, 100 MB in all: the log holds old and new row',
    prepare: (tenant) =>
      tenant.runDdl(`create table scrolls (${TEXTS.map((name) => `${name} text`).join(', ')});
        insert into scrolls (a) values ('${tenant.marker}');`),
    commit: async (bully) => {
      const length = bully.full ? 25_000_000 : 3_000_000
      await watch(bully, 'scrolls')
      await repeat(bully, 1, (number) => {
        const letter = String.fromCharCode(97 + (number % 26))
        const sets = TEXTS.map((name) => `${name} = repeat('${letter}', ${length})`)
        return bully.ddl(`update scrolls set ${sets.join(', ')}`)
      })
      await bully.clean(`update scrolls set ${TEXTS.map((name) => `${name} = ''`).join(', ')}`)
    },
  },
  {
    name: 'switched-table',
    about: 'a watched table that a trigger on sign-ups renames, with a view in its place',
    prepare: (tenant) =>
      tenant.runDdl(`create table seats (note text default '${tenant.marker}');
        create function switch_seats() returns trigger language plpgsql as $f$ begin
          if new.full_name = 'switch' then
            alter table seats rename to seats_before;
            create view seats as select * from seats_before;
          elsif new.full_name = 'back' then
            drop view if exists seats; alter table if exists seats_before rename to seats;
          end if;
          return new; end $f$;
        create trigger switch_seats after insert on users for each row execute function switch_seats();`),
    commit: async (bully) => {
      const { tenant } = bully
      // Not broken off with the abuse: a project whose table is behind a view may not change its schema any more.
      const signUp = (full_name: string) =>
        bully.send('POST', `/projects/${tenant.id}/auth/signup`, {
          as: 'publishable',
          body: { ...newUser(tenant.marker), full_name },
          signal: AbortSignal.timeout(SIGN_UP_MS),
        })
      const body = { note: tenant.marker }
      await repeat(bully, 1, async () => {
        await watch(bully, 'seats')
        await bully.send('POST', '/data/seats', { as: 'secret', body })
        await signUp('switch')
        await bully.send('POST', '/data/seats', { as: 'secret', body })
        await watch(bully, 'seats')
        await pause(bully, bully.full ? 2000 : 200)
        for (let again = 0; again < 5 && (await signUp('back')).status !== 201; again++);
      })
    },
  },
  {
    name: 'million-rows',
    about: 'a million rows of a watched table in one transaction',
    prepare: (tenant) => tenant.runDdl(`create table drops (n integer, note text);`),
    commit: async (bully) => {
      const rows = bully.full ? 1_000_000 : 20_000
      await watch(bully, 'drops')
      await repeat(bully, 1, async () => {
        await bully.ddl(
          `insert into drops (n, note) select n, '${bully.tenant.marker}' from generate_series(1, ${rows}) n`,
        )
      })
      // A hundred of those would fill a disk.
      await bully.clean('drop table drops; create table drops (n integer, note text)')
    },
  },
  {
    name: 'busy-table',
    about: 'subscribing to a table that an open transaction has locked',
    prepare: (tenant) =>
      tenant.runDdl(`create table desks (note text default '${tenant.marker}'); create table lockers (seconds integer);
        create function occupy() returns trigger language plpgsql as $f$ begin
          lock table desks in access exclusive mode; perform pg_sleep(new.seconds); return new; end $f$;
        create trigger occupy before insert on lockers for each row execute function occupy();`),
    commit: async (bully) => {
      const seconds = bully.full ? 20 : 1
      const hold = repeat(bully, 1, () => bully.ddl(`insert into lockers (seconds) values (${seconds})`))
      const subscribe = repeat(bully, 4, async () => {
        await watch(bully, 'desks')
        await pause(bully, 100)
      })
      await Promise.all([hold, subscribe])
    },
  },
]
