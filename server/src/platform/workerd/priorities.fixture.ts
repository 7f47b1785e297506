// How much lower than this process others stand, from the files of proc(5).
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'

/** nicerBy returns by how much the threads of a process are nicer than this one, each number once. */
export function nicerBy(pid: number | string): number[] {
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => niceOf(`/proc/${pid}/task/${id}/stat`))
  return [...new Set(threads)]
}

// Field 19; the second one is a name in parentheses.
function niceOf(path: string): number {
  const text = readFileSync(path, 'latin1')
  return Number(text.slice(text.lastIndexOf(') ') + 2).split(' ')[16]) - getPriority()
}
