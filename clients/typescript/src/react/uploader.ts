// One upload at a time, as a component shows it.
import type { Bucket } from '../files/bucket.ts'
import type { FileBody, StoredObject, UploadOptions } from '../files/files.ts'
import type { Progress } from '../runtime/progress.ts'
import { errorOf } from './store.ts'

/** UploadState is how far the latest upload is. */
export interface UploadState {
  /** file is what was stored. */
  readonly file: StoredObject | undefined
  readonly progress: Progress | undefined
  readonly error: Error | undefined
  readonly isUploading: boolean
}

const IDLE: UploadState = { file: undefined, progress: undefined, error: undefined, isUploading: false }

/** Uploader stores files for `useSyncExternalStore`. What one user uploads is never shown to another. */
export class Uploader {
  readonly #listeners = new Set<() => void>()
  #state = IDLE
  #ending: AbortController | undefined
  // Whose upload it is.
  #session: Bucket['source']['session'] | undefined
  #changes: number | undefined
  #unlisten = () => {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.cancel()
      this.#unlisten()
    }
  }

  readonly snapshot = (): UploadState => (this.#session?.changes === this.#changes ? this.#state : IDLE)

  /** cancel stops the upload that is under way. */
  readonly cancel = (): void => {
    if (this.#ending === undefined) return
    this.#ending.abort()
    this.#ending = undefined
    this.#set(IDLE)
  }

  /** upload stores a file and returns it; undefined if that failed or was stopped. It stops the one before. */
  async upload(
    bucket: Bucket,
    name: string,
    body: FileBody,
    { signal, onProgress, ...options }: UploadOptions = {},
  ): Promise<StoredObject | undefined> {
    this.cancel()
    const ending = new AbortController()
    this.#ending = ending
    this.#unlisten()
    this.#session = bucket.source.session
    this.#changes = this.#session.changes
    this.#unlisten = this.#session.listen(() => {
      this.cancel()
      this.#set(IDLE)
    })
    const report = (news: Partial<UploadState>) => {
      if (this.#ending === ending) this.#set({ ...this.#state, ...news })
    }
    this.#set({ ...IDLE, isUploading: true })
    try {
      const file = await bucket.upload(name, body, {
        ...options,
        signal: signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]),
        onProgress: (progress) => {
          report({ progress })
          onProgress?.(progress)
        },
      })
      report({ file, isUploading: false })
      return file
    } catch (error) {
      report({ error: signal?.aborted ? undefined : errorOf(error), isUploading: false })
      return undefined
    } finally {
      if (this.#ending === ending) this.#ending = undefined
    }
  }

  #set(state: UploadState): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
