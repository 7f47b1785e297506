// The thread that makes one backup, at a lower priority than requests.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { makeBackup } from './backup.ts'

// On Linux a priority belongs to a thread, elsewhere to the whole process.
const NICE = 10
if (process.platform === 'linux') setPriority(NICE)

parentPort?.postMessage(await makeBackup(workerData))
