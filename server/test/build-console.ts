// Once per run of the slow tests: builds the console where it has changed.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../console/prepare.js', import.meta.url))])
}
