// The end of a project: what goes with it, its name typed, and how it can be undone.
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteProject, refreshProjects } from '#api/projects.ts'
import type { Project } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Note, Section } from '#ui/section.tsx'
import { toast, toastError } from '#ui/toast.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/settings')

/** DeleteProject asks before the project is deleted, and leads to the list of projects. */
export function DeleteProject({ project }: { readonly project: Project }) {
  const { m, format } = useLanguage()
  const words = m.settings
  const navigate = route.useNavigate()
  const [open, setOpen] = useState(false)
  const attempt = useMutation({
    mutationFn: () => deleteProject(project.id),
    onSuccess: async (deleteAt) => {
      const undoable = Date.parse(deleteAt) > Date.now()
      toast(words.deleted(project.name), undoable ? words.undo(format.time(deleteAt)) : words.underWay)
      await navigate({ to: '/' })
      await refreshProjects()
    },
    onError: toastError,
  })
  const button = (
    <Button kind="danger" onClick={() => setOpen(true)}>
      {words.delete}
    </Button>
  )
  return (
    <Section title={words.delete} action={button}>
      <Note>{words.deleteHint}</Note>
      {open ? (
        <ConfirmDialog
          title={words.deleteTitle(project.name)}
          about={words.deleteHint}
          action={words.delete}
          name={project.name}
          busy={attempt.isPending}
          onConfirm={() => attempt.mutate()}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Section>
  )
}
