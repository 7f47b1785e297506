// The page, served by Vite.
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import type { Page } from './setup.ts'

/** servePage serves the page on a port, 0 for any that is free, and returns where it is. */
export async function servePage(base: string, { project, key }: Page, port: number) {
  const values = { VITE_MSINGI_URL: base, VITE_MSINGI_PROJECT: project, VITE_MSINGI_KEY: key }
  const server = await createServer({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    // The client of this repository by its source; the one from npm needs no conditions.
    resolve: { conditions: ['msingi-source', 'module', 'browser', 'development|production'] },
    define: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`import.meta.env.${name}`, JSON.stringify(value)]),
    ),
    server: { port, host: '127.0.0.1' },
    logLevel: 'warn',
  })
  await server.listen()
  return { address: server.resolvedUrls?.local[0] ?? '', close: () => server.close() }
}
