// The changes of this schema, made in another project.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyMigrations } from '#api/data/migrations.ts'
import { schemaKeys } from '#api/data/schema.ts'
import { projectsQuery } from '#api/project/projects.ts'
import { useMessages } from '#i18n/language.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

/** ApplyMigrations asks for the project, and for its name. */
export function ApplyMigrations({
  projectId,
  onClose,
}: {
  readonly projectId: string
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const { data: projects = [] } = useQuery(projectsQuery)
  const [target, setTarget] = useState<string>()
  const chosen = projects.find(({ id }) => id === target)
  return (
    <ConfirmDialog
      title={m.apply}
      about={m.applyHint}
      action={m.apply}
      {...(chosen === undefined ? {} : { name: chosen.name })}
      ready={chosen !== undefined}
      onConfirm={() => applyMigrations(projectId, target ?? '')}
      onDone={async ({ applied, skipped }) => {
        toast(m.applied(applied, skipped))
        onClose()
        for (const queryKey of schemaKeys(target ?? '')) await client.invalidateQueries({ queryKey })
      }}
      onClose={onClose}
    >
      <p>{m.dangers}</p>
      <Combobox
        label={m.project}
        placeholder={m.findProject}
        search={m.findProject}
        choices={projects
          .filter(({ id }) => id !== projectId)
          .map(({ id, name }) => ({ value: id, label: name }))}
        value={target}
        onChange={setTarget}
      />
    </ConfirmDialog>
  )
}
