// What a process takes of its machine, from the files of proc(5). They stay open: that makes a reading ten times cheaper, and
// it is never of another process with the same id.
import { closeSync, openSync, readSync } from 'node:fs'

/** ProcessFigures are those of one process. */
export interface ProcessFigures {
  /** memory returns its resident memory in bytes, 0 where that is unknown. */
  memory(): number
  /** cpu returns the processor time that it has taken, in milliseconds and steps of 10, 0 where that is unknown. */
  cpu(): number
  /** threadCpu returns the processor time of its first thread, in milliseconds, undefined where that is unknown. */
  threadCpu(): number | undefined
  /** close closes the files; all is unknown from then on. */
  close(): void
}

const PAGE_BYTES = 4096
const TICK_MS = 10
const NANOSECONDS = 1e6
const LONGEST = 1024

/** openProcessFigures opens them; without Linux, or without such a process, all is unknown. */
export function openProcessFigures(pid: number | undefined): ProcessFigures {
  const stat = openFile(`/proc/${pid}/stat`)
  const statm = openFile(`/proc/${pid}/statm`)
  const schedstat = openFile(`/proc/${pid}/schedstat`)
  return {
    memory: () => Number(statm.read()?.split(' ', 2)[1] ?? 0) * PAGE_BYTES,
    // Fields 14 and 15, in ticks; the second field is a name in parentheses.
    cpu() {
      const text = stat.read() ?? ''
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS
    },
    threadCpu() {
      const text = schedstat.read()
      return text === undefined ? undefined : Number(text.split(' ', 1)[0]) / NANOSECONDS
    },
    close() {
      for (const file of [stat, statm, schedstat]) file.close()
    },
  }
}

const buffer = Buffer.alloc(LONGEST)

function openFile(path: string) {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
  } catch {
    // Not on Linux, or gone already.
  }
  return {
    read(): string | undefined {
      if (file === undefined) return undefined
      try {
        return buffer.toString('latin1', 0, readSync(file, buffer, 0, LONGEST, 0))
      } catch {
        return undefined
      }
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
