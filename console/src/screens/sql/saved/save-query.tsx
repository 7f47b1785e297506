// The name and the folder of a query that is kept.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { SavedQuery } from '#api/client/schemas.ts'
import { foldersQuery, savedQueriesKey, saveQuery, updateQuery } from '#api/data/saved-queries.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'

/** SaveQuery keeps SQL for all who may run queries of the project; with `query` it renames and moves that one. */
export function SaveQuery({
  projectId,
  sql,
  query,
  onSaved,
  onClose,
}: {
  readonly projectId: string
  readonly sql: string
  readonly query?: SavedQuery
  readonly onSaved: (saved: SavedQuery) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const list = useId()
  const { data: folders = [] } = useQuery(foldersQuery(projectId))
  const { draft, dirty, changes, change } = useDraft(() => ({
    name: query?.name ?? '',
    folder: query?.folder ?? '',
  }))
  const { name, folder } = draft
  return (
    <FormDialog
      title={query === undefined ? m.save : m.edit}
      about={m.saveHint}
      action={m.save}
      dirty={dirty}
      onSave={() => {
        const place = folder.trim() === '' ? null : folder.trim()
        if (query === undefined) return saveQuery(projectId, { name, folder: place, sql })
        // What is not typed may have been changed by somebody else.
        const { folder: moved, ...renamed } = changes
        return updateQuery(projectId, query.id, { ...renamed, ...(moved !== undefined && { folder: place }) })
      }}
      onDone={(saved) => {
        toast(m.saved(name))
        onSaved(saved)
        onClose()
        return client.invalidateQueries({ queryKey: savedQueriesKey(projectId) })
      }}
      onClose={onClose}
    >
      <Field label={m.name} name="name">
        <Input
          required
          maxLength={100}
          autoFocus
          autoComplete="off"
          value={name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <Field label={m.folder} name="folder" hint={m.folderHint}>
        <Input
          maxLength={200}
          autoComplete="off"
          list={list}
          value={folder}
          onValueChange={(folder) => change({ folder })}
        />
      </Field>
      <datalist id={list}>
        {folders.map(({ folder }) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
    </FormDialog>
  )
}
