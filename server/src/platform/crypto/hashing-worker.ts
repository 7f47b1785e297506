// The thread that computes password hashes, one after another, at a lower priority than requests.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashingOutcome, HashingTask } from './hashing-threads.ts'

// Low enough that requests come first, high enough that sign-ins succeed under full load: at 10, a thousand sign-ins
// beside other work took more than two minutes. On Linux a priority belongs to a thread, elsewhere to the whole process.
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
