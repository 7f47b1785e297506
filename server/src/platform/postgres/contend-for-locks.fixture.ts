// One of several processes that want the same locks at the same moment. Told a time, it tries the first lock
// then and each next one a few milliseconds later, prints which it got, and holds them until its stdin ends.
import { acquireLock } from '#platform/postgres/lock.ts'

const STEP_MS = 4
const paths = process.argv.slice(2)

function tryAt(path: string, time: number): boolean {
  while (Date.now() < time) {
    // To wake up from a timer would scatter the contenders.
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
