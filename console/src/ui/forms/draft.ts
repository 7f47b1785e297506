// What is typed into the fields of a form.
import { useState } from 'react'
import { isChanged } from './changes.ts'

/** Typed are the values of the fields; `dirty` is whether they differ from those at the start. */
export interface Typed<Draft> {
  readonly draft: Draft
  readonly dirty: boolean
  readonly change: (part: Partial<Draft>) => void
}

/** useDraft begins with what `start` returns. Drafts are plain values, as in JSON. */
export function useDraft<Draft extends object>(start: () => Draft): Typed<Draft> {
  const [first] = useState(start)
  const [draft, setDraft] = useState(first)
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  return { draft, dirty: isChanged(draft, first), change }
}
