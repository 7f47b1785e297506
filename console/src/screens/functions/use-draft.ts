// The files of a function as they are typed: what differs from the stored draft is unsaved.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { toast, toastError } from '#ui/overlays/toast.tsx'
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
  const [typed, setTyped] = useState<Files>()
  const [problems, setProblems] = useState<readonly CodeProblem[]>([])
  const files = typed ?? fn.files
  const isDirty = typed !== undefined && !areSame(typed, fn.files)
  // Not when it is stored: the page shows that later, and would have the text before it in between.
  if (typed !== undefined && !isDirty) setTyped(undefined)
  useUnsaved(isDirty)
  const keep = (stored: ProjectFunction) =>
    void client.setQueryData(functionQuery(projectId, fn.id).queryKey, stored)
  const saving = useMutation({
    mutationFn: () => updateFunction(projectId, fn.id, { files: { ...files } }),
    onSuccess: (stored) => {
      keep(stored)
      toast(m.saved)
    },
    onError: toastError,
  })
  const deploying = useMutation({
    mutationFn: async () => {
      if (isDirty) keep(await updateFunction(projectId, fn.id, { files: { ...files } }))
      return deployFunction(projectId, fn.id)
    },
    onSuccess: async (stored) => {
      setProblems([])
      client.setQueryData(functionQuery(projectId, fn.id).queryKey, stored)
      toast(m.deployed(stored.version ?? 0))
      await client.invalidateQueries({ queryKey: functionsKey(projectId) })
    },
    onError: (error) => {
      const found = problemsOf(error)
      setProblems(found)
      if (found.length === 0) toastError(error)
    },
  })
  return {
    files,
    isDirty,
    isBusy: saving.isPending || deploying.isPending,
    problems,
    change: setTyped,
    save: () => saving.mutate(),
    deploy: () => deploying.mutate(),
  }
}

function areSame(one: Files, other: Files): boolean {
  const paths = Object.keys(one)
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path])
}
