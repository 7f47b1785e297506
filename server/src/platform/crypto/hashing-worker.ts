// The thread that computes password hashes, one after another, and returns way to all other work of the machine.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashingOutcome, HashingTask } from './hashing-threads.ts'

// Low enough that a request comes first, high enough that people still get in while requests take all processors: at 10,
// a thousand sign-ins beside other work of the machine took more than two minutes. On Linux a priority belongs to a thread; elsewhere it would be that of the whole server.
const NICE = 5
if (process.platform === 'linux') setPriority(NICE)

parentPort?.on('message', (task: HashingTask) => parentPort?.postMessage(outcomeOf(task)))

function outcomeOf(task: HashingTask): HashingOutcome {
  try {
    if ('hashed' in task) return { right: verifySync(task.hashed, task.password) }
    return { hashed: hashSync(task.password, task.cost) }
  } catch (error) {
    return { failure: String(error) }
  }
}
