// Makes a backup in a thread of its own: packing takes a processor for a while, and requests go on.
import { Worker } from 'node:worker_threads'
import type { BackupOptions } from './backup.ts'
import type { Header } from './backup-files.ts'
import type { Trial } from './trial.ts'

/** ThreadOptions say what is backed up. */
export interface ThreadOptions {
  readonly options: BackupOptions
  /** trialFolder is where the backup is restored for a trial; left out, there is none. It has to be encrypted for recipients or not at all. */
  readonly trialFolder?: string | undefined
}

/** MADE is the message of the thread that the backup is whole, and its trial begins. */
export const MADE = 'made'

/** ThreadResult is a backup that was made, and what came of its trial. */
export interface ThreadResult {
  readonly header: Header
  readonly trial?: Trial
  /** problem says in a sentence why the trial failed. */
  readonly problem?: string
}

/**
 * makeBackupInThread makes a backup as makeBackup does, and calls `made` once it is whole. It ends where the signal aborts, and throws
 * an error with the same sentence.
 */
export async function makeBackupInThread(
  options: ThreadOptions,
  stopping: AbortSignal,
  made: () => Promise<void>,
): Promise<ThreadResult> {
  stopping.throwIfAborted()
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    execArgv: [],
    workerData: options,
  })
  const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>()
  const stop = () => worker.postMessage('stop')
  stopping.addEventListener('abort', stop, { once: true })
  let noted = Promise.resolve()
  worker.on('message', (message: typeof MADE | ThreadResult) => {
    if (message === MADE) noted = made()
    else resolve(noted.then(() => message))
    noted.catch(reject)
  })
  worker.on('error', reject)
  worker.once('exit', () => reject(new Error('The backup was broken off.')))
  return promise.finally(() => {
    stopping.removeEventListener('abort', stop)
    // It listens for `stop` as long as it lives.
    void worker.terminate()
  })
}
