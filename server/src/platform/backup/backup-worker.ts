// The thread that makes one backup, and tries it, at a lower priority than requests.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { type AgeLock, makeAgeIdentity } from '#platform/crypto/age.ts'
import { createLog } from '#platform/log/log.ts'
import { type BackupOptions, makeBackup } from './backup.ts'
import { MADE, type ThreadOptions, type ThreadResult } from './backup-thread.ts'
import { readLiveTables } from './live-tables.ts'
import { tryBackup } from './trial.ts'

// On Linux a priority belongs to a thread, elsewhere to the whole process.
const NICE = 10

let stop: () => void = () => process.exit()
parentPort?.once('message', () => stop())
if (process.platform === 'linux') setPriority(NICE)
parentPort?.postMessage(await run(workerData))

async function run({ options, trialFolder }: ThreadOptions): Promise<ThreadResult> {
  if (trialFolder === undefined) return { header: (await make(options)).header }
  const { lock, key } = await addKey(options.lock)
  const live = await readLiveTables(options.database)
  const backup = await make({ ...options, lock })
  try {
    const trial = await tryBackup(backup, {
      into: trialFolder,
      key,
      live,
      log: createLog('silent'),
      running: (end) => {
        stop = () => void end().finally(() => process.exit())
      },
    })
    return { header: backup.header, trial }
  } catch (error) {
    return { header: backup.header, problem: (error as Error).message }
  }
}

async function make(options: BackupOptions) {
  const backup = await makeBackup(options)
  parentPort?.postMessage(MADE)
  return backup
}

// Who knows the recipients of a backup cannot open it: it gets one more, whose identity is forgotten with this thread.
async function addKey(lock: BackupOptions['lock']) {
  if (lock === undefined || 'passphrase' in lock) return { lock, key: undefined }
  const { identity, recipient } = await makeAgeIdentity()
  const both: AgeLock = { recipients: [...lock.recipients, recipient] }
  return { lock: both, key: { identities: [identity] } }
}
