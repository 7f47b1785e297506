// What an upgrade runs: commands, and Git among them.
import { spawnSync } from 'node:child_process'

/** Stop ends an upgrade with a sentence: what is wrong, and what is so now. */
export class Stop extends Error {}

/** run runs a command to its end. What it writes is shown where `shows`, else returned as `text`. */
export function run([command, ...args], { cwd, shows = false }) {
  const stdio = shows ? 'inherit' : 'pipe'
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, stdio, encoding: 'utf8' })
  return { code: status ?? 1, text: (stdout ?? '').trim(), problem: (stderr || error?.message || '').trim() }
}

/** git runs a command of Git and returns what it writes. */
export function git(cwd, ...args) {
  const { code, text, problem } = run(['git', ...args], { cwd })
  if (code !== 0)
    throw new Stop(`git ${args.join(' ')} failed: ${problem}\nRun the upgrade again where that is mended.`)
  return text
}
