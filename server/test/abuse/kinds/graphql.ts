// Abuses of GraphQL: answers far larger than their questions, and schemas that take long to build.
import { type Abuse, repeat } from '#test/abuse/abuse.ts'

const ALIASES = 190
const WIDE_TABLES = 56
const WIDE_COLUMNS = 196
// The whole schema is looked over after each statement.
const WIDE_AT_ONCE = 8

const INTROSPECTION = `query {
  __schema { ${Array.from({ length: ALIASES }, (_, n) => `a${n}: types { ...T }`).join(' ')} }
}
fragment T on __Type { kind name description fields { name args { name type { ...R } } type { ...R } } inputFields { name type { ...R } } }
fragment R on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`

/** graphqlAbuses are those. */
export const graphqlAbuses: readonly Abuse[] = [
  {
    name: 'introspection',
    about: 'the whole schema under 190 aliases through fragments',
    commit: (bully) => ask(bully, 2, INTROSPECTION),
  },
  {
    name: 'wide-schema',
    about: 'a schema of 11,000 columns that changes all the time, and GraphQL over it',
    prepare: async (tenant, full) => {
      const columns = Array.from({ length: full ? WIDE_COLUMNS : 40 }, (_, n) => `c${n} integer`).join(', ')
      const last = full ? WIDE_TABLES : 2
      for (let from = 0; from < last; from += WIDE_AT_ONCE) {
        const some = Array.from({ length: Math.min(WIDE_AT_ONCE, last - from) }, (_, n) => from + n)
        await tenant.runDdl(some.map((table) => `create table wide_${table} (${columns});`).join(' '))
      }
    },
    commit: async (bully) => {
      const { tenant } = bully
      const change = repeat(bully, 1, (number) =>
        bully.send('PATCH', `/projects/${tenant.id}/tables/wide_0`, {
          as: 'dashboard',
          body: { description: `change ${number}` },
        }),
      )
      const query = '{ __schema { types { name fields { name type { name } } } } wide_1(limit: 1) { id } }'
      await Promise.all([change, ask(bully, 2, query)])
    },
  },
  {
    name: 'deep-graphql',
    about: 'eight levels of relationships with filters under many aliases',
    prepare: async (tenant) => {
      await tenant.runDdl(`create table people (id uuid primary key, name text, boss_id uuid references people);
        insert into people (name) select 'person ' || n from generate_series(1, 2000) n;
        update people set boss_id = (select id from people p where p.name = 'person 1');`)
    },
    commit: (bully) => {
      let query = 'name'
      for (let level = 0; level < 7; level++) query = `name boss { ${query} }`
      let where = '{name: {_like: "%1%"}}'
      for (let level = 0; level < 7; level++) where = `{_or: [{boss: ${where}}, {name: {_like: "%a%b%"}}]}`
      const fields = [0, 1].map((n) => `f${n}: people(limit: 200, where: ${where}) { ${query} }`)
      return ask(bully, 4, `{ ${fields.join(' ')} }`)
    },
  },
]

function ask(bully: Parameters<Abuse['commit']>[0], atOnce: number, query: string): Promise<void> {
  const path = `/projects/${bully.tenant.id}/graphql`
  return repeat(bully, atOnce, () => bully.send('POST', path, { as: 'secret', body: { query } }))
}
