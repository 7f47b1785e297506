// The end of a project: what goes with it, its name typed, and how it can be undone.
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Project } from '#api/client/schemas.ts'
import { deleteProject, refreshProjects } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Note, Section } from '#ui/page/section.tsx'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/settings')

/** DeleteProject asks before the project is deleted, and leads to the list of projects. */
export function DeleteProject({ project }: { readonly project: Project }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState(false)
  const button = (
    <Button kind="danger" onClick={() => setOpen(true)}>
      {m.delete}
    </Button>
  )
  return (
    <Section title={m.delete} action={button}>
      <Note>{m.deleteHint}</Note>
      {open ? (
        <ConfirmDialog
          title={m.deleteTitle(project.name)}
          about={m.deleteHint}
          action={m.delete}
          name={project.name}
          onConfirm={() => deleteProject(project.id)}
          onDone={async (deleteAt) => {
            const undoable = Date.parse(deleteAt) > Date.now()
            toast(m.deleted(project.name), undoable ? m.undo(format.time(deleteAt)) : m.underWay)
            await navigate({ to: '/' })
            await refreshProjects()
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Section>
  )
}
