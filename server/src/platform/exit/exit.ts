// How the program ends. `process.exit` waits for threads that may never end: those that run file, DNS and crypto calls, and
// V8's own, which can wait for a collection that the thread that ends will not do any more (nodejs/node#54918).
import { accessSync, constants } from 'node:fs'
import { flushCompileCache } from 'node:module'

const SHELL = '/bin/sh'

/**
 * exit ends the process with this code, at once, whatever its threads are doing: it becomes a shell that exits. Where there
 * is none, it is `process.exit`. Listeners of `exit` are called.
 */
export function exit(code: number): never {
  if (process.execve === undefined || process.permission !== undefined || !isExecutable(SHELL))
    process.exit(code)
  process.emit('exit', code)
  flushCompileCache()
  return process.execve(SHELL, [SHELL, '-c', `exit ${code}`], {})
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
