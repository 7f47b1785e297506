// The arrangement of the project, which all members share.
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Diagram } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import type { KeptValue } from '#api/project/kept-writes.ts'
import { useKept } from '#api/project/use-kept.ts'
import {
  type Arrangement,
  arranged,
  arrangementOf,
  type Changes,
  changesBetween,
} from '#diagram/arrangement.ts'
import { messages } from '#diagram/messages.ts'
import { useMessages } from '#i18n/language.tsx'
import { toastFailure } from '#ui/overlays/toast.tsx'

interface Kept {
  readonly tables: Arrangement
}

/** useArrangement returns the arrangement, and `arrange` that changes it. What members arrange at once is merged by table. */
export function useArrangement(projectId: string, diagram: Diagram) {
  const { title } = useMessages(messages)
  const kind = useMemo(() => arrangementIn(diagram), [diagram])
  const kept = useKept(projectId, kind, useMay(projectId)('console:write'))
  const { value, error, failure } = kept
  const arrangement = useMemo(() => arranged(diagram, value?.tables ?? {}), [diagram, value])
  const tell = useEffectEvent((failure: Error) =>
    toastFailure(title, failure, () => kept.change((now) => now)),
  )
  useEffect(() => {
    if (failure !== null) tell(failure)
  }, [failure])
  const arrange = (changes: Changes) =>
    kept.change(({ tables }) => ({ tables: arranged(diagram, tables, changes) }))
  return { arrangement, arrange, isPending: value === undefined && error === null }
}

function arrangementIn(diagram: Diagram): KeptValue<Kept> {
  return {
    whose: 'project',
    key: 'diagram',
    read: (json) => ({ tables: arrangementOf(json) }),
    merge: (mine, theirs, before) => {
      const changes = changesBetween(arranged(diagram, before.tables), mine.tables)
      return { tables: arranged(diagram, theirs.tables, changes) }
    },
  }
}
