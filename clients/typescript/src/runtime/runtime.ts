// Globals that only some runtimes have: those of browsers, of which Node has some.

/** UploadRequest is what is used of XMLHttpRequest. */
export interface UploadRequest {
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  readonly status: number
  readonly responseText: string
  readonly responseURL: string
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: unknown): void
  abort(): void
}

interface Runtime {
  addEventListener?(type: string, listener: (event: { readonly key?: string | null }) => void): void
  removeEventListener?(type: string, listener: () => void): void
  readonly document?: unknown
  readonly XMLHttpRequest?: new () => UploadRequest
  readonly localStorage?: {
    getItem(name: string): string | null
    setItem(name: string, value: string): void
    removeItem(name: string): void
  }
  readonly navigator?: {
    readonly locks?: {
      request<T>(
        name: string,
        options: { readonly ifAvailable?: boolean },
        work: (lock: unknown) => Promise<T>,
      ): Promise<T>
    }
  }
}

/** runtime is the global object, with these globals as optional properties. */
export const runtime = globalThis as unknown as Runtime
