// `npm run test:repeat -- FILE [TIMES]`: runs one test file many times beside a busy loop on each core, to find out
// whether it fails by chance.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, setPriority } from 'node:os'
import { spawnVitest } from './spawn-vitest.ts'

const [file, times = '30'] = process.argv.slice(2)
if (file === undefined || !(Number(times) > 0)) {
  console.error('Usage: npm run test:repeat -- FILE [TIMES]')
  process.exit(2)
}

const load = Array.from({ length: availableParallelism() }, busyLoop)
let failures = 0
for (let round = 1; round <= Number(times); round++) {
  const { passed, output } = await run(file)
  if (!passed) failures++
  console.log(`${passed ? 'passed' : 'FAILED'} ${round} of ${times}`)
  if (!passed) console.log(output)
}
for (const child of load) child.kill()
console.log(`${failures} of ${times} runs failed.`)
process.exit(failures > 0 ? 1 : 0)

// Below the tests' own priority: it takes what they leave, and makes them wait their turn.
function busyLoop(): ChildProcess {
  const parent = `process.ppid === ${process.pid}`
  const child = spawn(process.execPath, ['-e', `while (${parent}) for (let n = 0; n < 1e8; n++);`])
  setPriority(Number(child.pid), 5)
  return child
}

async function run(path: string): Promise<{ passed: boolean; output: string }> {
  const child = spawnVitest([path], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const [code] = await once(child, 'close')
  return { passed: code === 0, output }
}
