// What is refused because other things still use it.

/** InUse says what uses a thing; `force` is whether it can be deleted all the same. */
export interface InUse {
  readonly names: readonly string[]
  readonly force: boolean
}

interface Details {
  readonly used_by?: readonly { readonly kind: string; readonly name: string }[]
  readonly force?: boolean
}

type Refusal = Error & { readonly details?: unknown }

/** inUseOf reads such a refusal, or returns undefined for any other error. */
export function inUseOf(error: unknown): InUse | undefined {
  if (!(error instanceof Error)) return undefined
  const { used_by, force = false } = ((error as Refusal).details ?? {}) as Details
  return used_by && { names: used_by.map(({ kind, name }) => `${kind} ${name}`), force }
}
