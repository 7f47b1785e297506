// Abuses by single values and addresses: what an expression that backtracks, or a message that quotes it, trips over.
import { type Abuse, addressOf, repeat } from '#test/abuse/abuse.ts'

const DIGITS = 120_000
const FILTER_DIGITS = 14_000
const MARKS = 15_500

/** valueAbuses are those. */
export const valueAbuses: readonly Abuse[] = [
  {
    name: 'numeric-insert',
    about: '120 KB of digits and an x for a numeric column, with a publishable key',
    prepare: async (tenant) => {
      const columns = [{ name: 'amount', data_type: 'decimal' }]
      await tenant.manage('POST', `/projects/${tenant.id}/tables`, { name: 'amounts', columns })
    },
    commit: (bully) => {
      const body = { amount: `${'9'.repeat(DIGITS)}x` }
      return repeat(bully, 2, () => bully.send('POST', '/data/amounts', { as: 'publishable', body }))
    },
  },
  {
    name: 'numeric-filter',
    about: '14 KB of digits and an x as a filter of a numeric column, with a publishable key',
    prepare: async (tenant) => {
      const columns = [{ name: 'price', data_type: 'decimal' }]
      await tenant.manage('POST', `/projects/${tenant.id}/tables`, { name: 'prices', columns })
    },
    commit: (bully) => {
      const path = `/data/prices?price=gt.${'9'.repeat(FILTER_DIGITS)}x`
      return repeat(bully, 2, () => bully.send('GET', path, { as: 'publishable' }))
    },
  },
  {
    name: 'question-marks',
    about: '15,500 question marks in the address, without credentials',
    // Routes that belong to a project are those that the request log writes down.
    commit: (bully) => {
      const below = `/projects/${bully.tenant.id}/auth`
      const paths = [`${below}/.well-known/jwks.json`, `${below}/providers`, '/no-such-route', '/data/none']
      return repeat(bully, 4, (number) =>
        bully.send('GET', paths[number % paths.length] + '?'.repeat(MARKS), {
          as: 'nobody',
          headers: { 'x-forwarded-for': addressOf(number) },
        }),
      )
    },
  },
]
