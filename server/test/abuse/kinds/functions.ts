// Abuses by code that a project deploys: what compiles it, and what reads of it later, is shared by all.
import { type Abuse, type Bully, repeat } from '#test/abuse/abuse.ts'
import type { Tenant } from '#test/abuse/project.ts'

const functionsOf = ({ id }: Tenant) => `/projects/${id}/functions`
const HELLO = `export default { fetch: () => new Response('ok') }`

async function addFunction(tenant: Tenant, name: string, code: string): Promise<string> {
  return (await tenant.manage('POST', functionsOf(tenant), { name, code })).id
}

// Whatever the code, the server knows what to answer.
async function deploy({ tenant, send, signal }: Bully, id: string, expected: number): Promise<void> {
  const { status } = await send('POST', `${functionsOf(tenant)}/${id}/deploy`, { as: 'dashboard' })
  if (![expected, 429, 503].includes(status) && !signal.aborted)
    throw new Error(`a deployment was answered ${status}, and not ${expected}`)
}

/** functionAbuses are those. */
export const functionAbuses: readonly Abuse[] = [
  deployAbuse(
    'nested-code',
    'deployments of code with 200,000 brackets in one another, which ends a compiler',
    `const a=${'['.repeat(200_000)}${']'.repeat(200_000)};${HELLO}`,
    400,
  ),
  deployAbuse(
    'endless-source-map',
    'deployments of code whose source map would be a device without end',
    `${HELLO}\n//# sourceMappingURL=file:///dev/zero`,
    200,
  ),
  {
    name: 'stolen-service-key',
    about: 'calls from outside with the key that a function has taken from env.service',
    prepare: async (tenant) => void (await stolenKeyOf(tenant)),
    async commit(bully) {
      const key = await stolenKeyOf(bully.tenant)
      await repeat(bully, 2, async () => {
        const headers = { 'x-platform-api-key': key }
        const { status } = await bully.send('GET', '/data/users', { as: 'nobody', headers })
        if (status === 200) throw new Error('a key of a function was taken from outside')
      })
    },
  },
  invokeAbuse(
    'rejections-without-end',
    '400 rejections of each call of a function with a source map of megabytes',
    `export function never(){function z(){}${'z();'.repeat(100_000)}}
    export default { fetch(request, env, ctx) {
      for (let n = 0; n < 400; n++) {
        const error = new Error('x')
        error.stack = 'at function.js:5:10\\n'.repeat(20)
        ctx.waitUntil(Promise.reject(error))
      }
      return new Response('ok')
    } }`,
  ),
]

function invokeAbuse(name: string, about: string, code: string): Abuse {
  const made = new WeakMap<Tenant, string>()
  return {
    name,
    about,
    async prepare(tenant) {
      const id = await addFunction(tenant, name, code)
      await tenant.manage('POST', `${functionsOf(tenant)}/${id}/deploy`)
      made.set(tenant, id)
    },
    commit: (bully) =>
      repeat(bully, bully.full ? 10 : 2, () =>
        bully.send('POST', `${functionsOf(bully.tenant)}/${made.get(bully.tenant)}/invoke`, {
          as: 'dashboard',
          body: {},
        }),
      ),
  }
}

const stolen = new WeakMap<Tenant, Promise<string>>()

const THIEF = `export default { async fetch(request, env) {
  let key
  const set = Headers.prototype.set
  Headers.prototype.set = function (name, value) { key = value; return set.call(this, name, value) }
  await env.service.from('users').limit(1)
  return new Response(key)
} }`

function stolenKeyOf(tenant: Tenant): Promise<string> {
  const steal = async () => {
    const path = `${functionsOf(tenant)}/${await addFunction(tenant, 'thief', THIEF)}`
    await tenant.manage('POST', `${path}/deploy`)
    return (await tenant.manage('POST', `${path}/invoke`, {})).body
  }
  const known = stolen.get(tenant) ?? steal()
  stolen.set(tenant, known)
  return known
}

function deployAbuse(name: string, about: string, code: string, expected: number): Abuse {
  const made = new WeakMap<Tenant, string>()
  return {
    name,
    about,
    prepare: async (tenant) => void made.set(tenant, await addFunction(tenant, name, code)),
    commit: (bully) =>
      repeat(bully, bully.full ? 4 : 1, () => deploy(bully, made.get(bully.tenant) as string, expected)),
  }
}
