// The form for a new project.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { organisationsQuery } from '#api/account/accounts.ts'
import { createProject, projectsQuery } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

const MAY_CREATE = 'projects:create'

/** CreateProject makes a project and leads to it. */
export function CreateProject({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: organisations = [] } = useQuery(organisationsQuery)
  const allowed = organisations.filter(({ permissions }) => permissions.includes(MAY_CREATE))
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string>()
  const organisation_id = chosen ?? (allowed.find(({ is_personal }) => is_personal) ?? allowed[0])?.id
  return (
    <FormDialog
      title={m.create}
      action={common.actions.create}
      dirty={name !== ''}
      onSave={() => createProject({ name, ...(organisation_id && { organisation_id }) })}
      onDone={async ({ id, name }) => {
        await client.invalidateQueries({ queryKey: projectsQuery.queryKey })
        toast(m.created(name))
        await navigate({ to: '/projects/$projectId', params: { projectId: id } })
      }}
      onClose={onClose}
    >
      <Field label={m.name} hint={m.createHint} name="name">
        <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      {allowed.length > 1 && organisation_id !== undefined ? (
        <Field label={m.organisation}>
          <Select
            choices={allowed.map(({ id, name }) => ({ value: id, label: name }))}
            value={organisation_id}
            onChange={setChosen}
          />
        </Field>
      ) : null}
    </FormDialog>
  )
}
