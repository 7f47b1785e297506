// One of several processes that take the same locks at the same moment. It gets a time, tries the first lock at that time
// and each next one some milliseconds later, prints which it got, and holds them until its stdin ends.
import { acquireLock } from './lock.ts'

const STEP_MS = 4
const paths = process.argv.slice(2)

function tryAt(path: string, time: number): boolean {
  while (Date.now() < time) {
    // Timers would wake the processes up at different moments.
  }
  try {
    acquireLock(path, 'the test')
    return true
  } catch {
    return false
  }
}

process.stdout.write('ready\n')
process.stdin.once('data', (start) => {
  const got = paths.map((path, index) => tryAt(path, Number(start) + index * STEP_MS))
  process.stdout.write(`${JSON.stringify(got)}\n`)
})
