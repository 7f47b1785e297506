// Abuses by policies that the server evaluates itself, once for each event and subscriber.
import { type Abuse, repeat } from '#test/abuse/abuse.ts'
import { watch } from '#test/abuse/sockets.ts'

const SUBSCRIBERS = 3
const CONCATENATIONS = 20
const LENGTHS = 12

const length = `length(concat(${Array(CONCATENATIONS).fill('body').join(', ')})) > 0`

/** policyAbuses are those. */
export const policyAbuses: readonly Abuse[] = [
  {
    name: 'like-policy',
    about: '`body like pattern` on 300 KB that almost match, with live subscribers',
    prepare: async (tenant) => {
      await tenant.runDdl('create table essays (body text, pattern text)')
      await allowUsers(tenant.manage, `/projects/${tenant.id}/tables/essays/rls`, 'body like pattern')
    },
    commit: async (bully) => {
      for (let n = 0; n < SUBSCRIBERS; n++) await watch(bully, 'essays', 'user')
      const body = { body: 'a'.repeat(300_000), pattern: `${'%a'.repeat(40)}b` }
      await repeat(bully, 1, () => bully.send('POST', '/data/essays', { as: 'secret', body }))
    },
  },
  {
    name: 'concat-policy',
    about: '`length(concat(body × 20))` twelve times on 1 MB, with live subscribers',
    prepare: async (tenant) => {
      await tenant.runDdl('create table novels (body text)')
      const condition = Array(LENGTHS).fill(length).join(' and ')
      await allowUsers(tenant.manage, `/projects/${tenant.id}/tables/novels/rls`, condition)
    },
    commit: async (bully) => {
      for (let n = 0; n < SUBSCRIBERS; n++) await watch(bully, 'novels', 'user')
      const body = { body: 'é'.repeat(bully.full ? 500_000 : 50_000) }
      await repeat(bully, 1, () => bully.send('POST', '/data/novels', { as: 'secret', body }))
    },
  },
]

function allowUsers(
  manage: (method: string, path: string, body: unknown) => Promise<unknown>,
  path: string,
  condition: string,
): Promise<unknown> {
  return manage('POST', path, { action: 'select', subject: 'authenticated', effect: 'allow', condition })
}
