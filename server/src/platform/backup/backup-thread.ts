// Makes a backup in a thread of its own: packing takes a processor for a while, and requests go on.
import { Worker } from 'node:worker_threads'
import type { BackupOptions } from './backup.ts'
import type { Backup } from './backup-files.ts'

/** makeBackupInThread makes a backup as makeBackup does. It ends where the signal aborts, and throws an error with the same sentence. */
export function makeBackupInThread(options: BackupOptions, stopping: AbortSignal): Promise<Backup> {
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), {
    execArgv: [],
    workerData: options,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Backup>()
  const stop = () => void worker.terminate()
  stopping.addEventListener('abort', stop, { once: true })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The backup was broken off.')))
  return promise.finally(() => stopping.removeEventListener('abort', stop))
}
