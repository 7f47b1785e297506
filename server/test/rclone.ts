// rclone, a real client of S3, for tests: as the system has installed it.
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** NO_RCLONE is why tests with rclone are skipped, or undefined where there is one. */
export const NO_RCLONE = isThere() ? undefined : 'no rclone on this machine: install it'
if (NO_RCLONE !== undefined) console.log(`skipped: ${NO_RCLONE}`)

function isThere(): boolean {
  try {
    execFileSync('rclone', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** runRclone runs a command with settings as rclone reads them from its environment. */
export function runRclone(args: readonly string[], settings: Readonly<Record<string, string>>) {
  return run('rclone', [...args], { env: { PATH: process.env.PATH, ...settings } })
}
