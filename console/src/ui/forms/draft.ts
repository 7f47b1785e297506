// What is typed into the fields of a form, beside what is stored, which may change meanwhile: by saving, or by somebody else.
import { useState } from 'react'
import { isChanged } from './changes.ts'

/** Typed are the values of the fields; `dirty` is whether they differ from what is stored. */
export interface Typed<Draft> {
  readonly draft: Draft
  readonly dirty: boolean
  /** changes are the fields that differ from what is stored. */
  readonly changes: Partial<Draft>
  readonly change: (part: Partial<Draft>) => void
  /**
   * saving runs what stores the draft and has the form read it again. Then the fields are as they are stored, which may differ from
   * what was sent, but for those that somebody has typed in since.
   */
  readonly saving: <Result>(save: (draft: Draft) => Promise<Result>) => Promise<Result>
}

interface State<Draft> {
  readonly stored: Draft
  readonly draft: Draft
  /** saved is what was stored last, until the form has read it again. */
  readonly saved: Draft | undefined
}

/**
 * useDraft begins with what `start` returns, which is what is stored now: fields that nobody has typed in follow it. Drafts are plain
 * values, as in JSON.
 */
export function useDraft<Draft extends object>(start: () => Draft): Typed<Draft> {
  const stored = start()
  const [state, setState] = useState<State<Draft>>({ stored, draft: stored, saved: undefined })
  const isOld = isChanged(stored, state.stored)
  const now = isOld ? follow(state, stored) : state
  if (isOld) setState(now)
  const { draft } = now
  const changes = changesOf(draft, now.stored)
  return {
    draft,
    dirty: Object.keys(changes).length > 0,
    changes,
    change: (part) => setState((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    saving: async (save) => {
      const result = await save(draft)
      setState((now) => ({ ...now, saved: draft }))
      // The form reads a task later what is stored now. It may be what was stored before, such as without a blank.
      setTimeout(() => setState((now) => (now.saved === draft ? follow(now, now.stored) : now)))
      return result
    },
  }
}

function changesOf<Draft extends object>(draft: Partial<Draft>, stored: Draft): Partial<Draft> {
  const names = Object.keys(draft) as (keyof Draft)[]
  const changed = names.filter((name) => isChanged(draft[name], stored[name]))
  return Object.fromEntries(changed.map((name) => [name, draft[name]])) as Partial<Draft>
}

// What is typed and not saved stays; everything else is as it is stored.
function follow<Draft extends object>(
  { stored: before, draft, saved }: State<Draft>,
  stored: Draft,
): State<Draft> {
  const typed = changesOf(draft, before)
  const unsaved = saved === undefined ? typed : changesOf(typed, saved)
  return { stored, draft: { ...stored, ...unsaved }, saved: undefined }
}
