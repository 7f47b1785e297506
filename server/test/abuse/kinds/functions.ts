// Abuses by code that a project deploys: what compiles it, and what reads of it later, is shared by all.
import { type Abuse, type Bully, repeat } from '#test/abuse/abuse.ts'
import type { Tenant } from '#test/abuse/project.ts'

const functionsOf = ({ id }: Tenant) => `/projects/${id}/functions`
const HELLO = `export default { fetch: () => new Response('ok') }`

async function addFunction(tenant: Tenant, name: string, code: string): Promise<string> {
  return (await tenant.manage('POST', functionsOf(tenant), { name, code })).id
}

// Whatever the code, the answer says that it is the code.
async function deployRefused({ tenant, send, signal }: Bully, id: string): Promise<void> {
  const { status } = await send('POST', `${functionsOf(tenant)}/${id}/deploy`, { as: 'dashboard' })
  if (status !== 400 && status !== 429 && status !== 503 && !signal.aborted)
    throw new Error(`a function that cannot be compiled was answered ${status}`)
}

/** functionAbuses are those. */
export const functionAbuses: readonly Abuse[] = [
  deployAbuse(
    'nested-code',
    'deployments of code with 200,000 brackets in one another, which ends a compiler',
    `const a=${'['.repeat(200_000)}${']'.repeat(200_000)};${HELLO}`,
  ),
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

function deployAbuse(name: string, about: string, code: string): Abuse {
  const made = new WeakMap<Tenant, string>()
  return {
    name,
    about,
    prepare: async (tenant) => void made.set(tenant, await addFunction(tenant, name, code)),
    commit: (bully) =>
      repeat(bully, bully.full ? 4 : 1, () => deployRefused(bully, made.get(bully.tenant) as string)),
  }
}
