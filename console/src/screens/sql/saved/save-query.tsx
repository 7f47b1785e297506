// The name and the folder of a query that is kept.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SavedQuery } from '#api/client/schemas.ts'
import { foldersQuery, savedQueriesKey, saveQuery, updateQuery } from '#api/data/saved-queries.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
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
  const before = { name: query?.name ?? '', folder: query?.folder ?? '' }
  const [name, setName] = useState(before.name)
  const [folder, setFolder] = useState(before.folder)
  return (
    <FormDialog
      title={query === undefined ? m.save : m.edit}
      about={m.saveHint}
      action={m.save}
      dirty={name !== before.name || folder !== before.folder}
      onSave={() => {
        const place = { name, folder: folder.trim() === '' ? null : folder.trim() }
        return query === undefined
          ? saveQuery(projectId, { ...place, sql })
          : updateQuery(projectId, query.id, place)
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
        <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={m.folder} name="folder" hint={m.folderHint}>
        <Input maxLength={200} autoComplete="off" list={list} value={folder} onValueChange={setFolder} />
      </Field>
      <datalist id={list}>
        {folders.map(({ folder }) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
    </FormDialog>
  )
}
