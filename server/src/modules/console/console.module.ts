// The web console: the files of console/dist, served from memory at /console (docs/console.md).
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { consoleRoutes } from './console.routes.ts'
import { readConsoleFiles } from './console-files.ts'

/** consoleModule returns the module. With MSINGI_CONSOLE=off there are no routes. */
export function consoleModule({ config, log }: Platform): Module {
  return {
    name: 'console',
    rootRoutes: (app) => {
      if (config.console === 'off') return
      const files = readConsoleFiles()
      if (files === undefined)
        log.warn('the web console is not built: run `npm run build --workspace console`')
      consoleRoutes(app, config, files)
    },
  }
}
