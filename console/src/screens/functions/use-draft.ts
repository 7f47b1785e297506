// The files of a function as they are typed: what differs from the stored draft is unsaved.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { ProjectFunction } from '#api/client/schemas.ts'
import {
  type CodeProblem,
  deployFunction,
  functionQuery,
  functionsKey,
  problemsOf,
  updateFunction,
} from '#api/services/functions.ts'
import { useMessages } from '#i18n/language.tsx'
import { useDraft as useTyped } from '#ui/forms/draft.ts'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

/** Files are the texts of a function by their paths. */
export type Files = Readonly<Record<string, string>>

/** Draft is the files with what is typed, and what sends them. */
export interface Draft {
  readonly files: Files
  readonly isDirty: boolean
  readonly isBusy: boolean
  /** problems are what the compiler has refused at the last deployment. */
  readonly problems: readonly CodeProblem[]
  change(files: Files): void
  save(): void
  /** deploy saves what is typed, and has it run. */
  deploy(): void
}

/** useDraft keeps the files of a function while they are edited. */
export function useDraft(projectId: string, fn: ProjectFunction): Draft {
  const m = useMessages(messages)
  const client = useQueryClient()
  const { draft, dirty: isDirty, change, saving } = useTyped(() => ({ files: fn.files as Files }))
  const { files } = draft
  const [problems, setProblems] = useState<readonly CodeProblem[]>([])
  useUnsaved(isDirty)
  const keep = (stored: ProjectFunction) =>
    void client.setQueryData(functionQuery(projectId, fn.id).queryKey, stored)
  const save = () =>
    saving(async ({ files }) => keep(await updateFunction(projectId, fn.id, { files: { ...files } })))
  const attempt = useAct(m.save, {
    mutationFn: save,
    onSuccess: () => toast(m.saved),
  })
  const deploying = useAct(m.deploy, {
    mutationFn: async () => {
      if (isDirty) await save()
      return deployFunction(projectId, fn.id)
    },
    onSuccess: async (stored) => {
      setProblems([])
      client.setQueryData(functionQuery(projectId, fn.id).queryKey, stored)
      toast(m.deployed(stored.version ?? 0))
      await client.invalidateQueries({ queryKey: functionsKey(projectId) })
    },
    isShown: (error) => {
      const found = problemsOf(error)
      setProblems(found)
      return found.length > 0
    },
  })
  return {
    files,
    isDirty,
    isBusy: attempt.isPending || deploying.isPending,
    problems,
    change: (files) => change({ files }),
    save: () => attempt.mutate(),
    deploy: () => deploying.mutate(),
  }
}
