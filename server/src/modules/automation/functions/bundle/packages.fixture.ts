// A server with a registry of packages beside it, and a project whose functions use them.
import { env } from 'node:process'
import { bound, handler, openFunctions } from '#modules/automation/functions/functions.fixture.ts'
import { networkEnvironment } from '#platform/config/network-environment.ts'
import { openTestRegistry } from '#platform/npm/registry.fixture.ts'
import { Compiler } from './compiler.ts'

/** filesWith returns the files of a function with those dependencies. */
export const filesWith = (dependencies: object, index: string) => ({
  'package.json': JSON.stringify({ dependencies }),
  'index.ts': index,
})

/** openPackagesLab starts all; `close` ends it. */
export async function openPackagesLab() {
  const registry = await openTestRegistry()
  const lab = await openFunctions({ npmRegistry: registry.url })
  const compiler = new Compiler({ environment: networkEnvironment(env) })
  const { call, deployed } = bound(() => lab)
  return {
    ...{ registry, lab, compiler, call, deployed },
    /** refusedBy returns the answer to a deployment with those dependencies, of which the first is imported. */
    async refusedBy(dependencies: object, imported = Object.keys(dependencies)[0]) {
      const made = await call('POST', '', {
        name: `refused ${crypto.randomUUID()}`,
        files: filesWith(
          dependencies,
          `import x from '${imported}'; ${handler('return new Response(String(x))')}`,
        ),
      })
      return call('POST', `/${made.data.id}/deploy`)
    },
    async close() {
      await lab.app.stop()
      await compiler.close()
      registry.close()
    },
  }
}

/** PackagesLab is that. */
export type PackagesLab = Awaited<ReturnType<typeof openPackagesLab>>
