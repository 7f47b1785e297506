// Permissions: names that roles of the project carry, and whose meaning is up to its application.
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ProjectPermission } from '#api/client/schemas.ts'
import { createPermission, deletePermission, permissionsQuery } from '#api/project/auth.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { Section } from '#ui/page/section.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import classes from './auth.module.css'
import { messages } from './messages.ts'
import type { AuthPartProps } from './settings-form.tsx'

/** Permissions creates and deletes them. */
export function Permissions({ projectId, mayWrite }: AuthPartProps) {
  const m = useMessages(messages)
  const words = m.permissions
  const { data, error, refetch } = useQuery(permissionsQuery(projectId))
  const [act, setAct] = useState<'create' | ProjectPermission>()
  const close = () => setAct(undefined)
  const columns: Column<ProjectPermission>[] = [
    { title: words.name, cell: ({ name }) => <code>{name}</code> },
    { title: m.roles.description, cell: ({ description }) => description ?? '—' },
  ]
  if (mayWrite)
    columns.push({
      title: words.delete,
      hidden: true,
      end: true,
      cell: (one) => (
        <Button
          kind="quiet"
          size="icon"
          aria-label={`${words.delete}: ${one.name}`}
          onClick={() => setAct(one)}
        >
          <Trash2 aria-hidden />
        </Button>
      ),
    })
  const button = mayWrite ? (
    <Button onClick={() => setAct('create')}>
      <Plus aria-hidden />
      {words.create}
    </Button>
  ) : undefined
  return (
    <Section title={words.title} about={words.about} action={button}>
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      {data?.length === 0 ? <EmptyState title={words.empty} /> : null}
      {data === undefined || data.length === 0 ? null : (
        <Table label={words.title} columns={columns} rows={data} rowKey={({ id }) => id} />
      )}
      {act === 'create' ? <Create projectId={projectId} onClose={close} /> : null}
      {typeof act === 'object' ? <Delete projectId={projectId} permission={act} onClose={close} /> : null}
    </Section>
  )
}

/** PermissionChecks chooses the permissions of a role; it shows nothing where the project has none. */
export function PermissionChecks({
  projectId,
  value,
  onChange,
}: {
  readonly projectId: string
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
}) {
  const m = useMessages(messages)
  const { data = [] } = useQuery(permissionsQuery(projectId))
  if (data.length === 0) return null
  return (
    <fieldset className={classes.permissions}>
      <legend>{m.permissions.title}</legend>
      {data.map(({ id, name, description }) => (
        <Checkbox
          key={id}
          label={name}
          {...(description !== null && { hint: description })}
          checked={value.includes(id)}
          onChange={(checked) => onChange(checked ? [...value, id] : value.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  )
}

interface ActProps {
  readonly projectId: string
  readonly onClose: () => void
}

function Create({ projectId, onClose }: ActProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.permissions
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  return (
    <FormDialog
      title={words.create}
      action={common.actions.create}
      dirty={`${name}${description}` !== ''}
      onSave={() =>
        createPermission(projectId, { name, description: description === '' ? null : description })
      }
      onClose={onClose}
    >
      <Field label={words.name} hint={words.nameHint} name="name">
        <Input required maxLength={100} autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={m.roles.description} name="description">
        <Input maxLength={1000} autoComplete="off" value={description} onValueChange={setDescription} />
      </Field>
    </FormDialog>
  )
}

function Delete({ projectId, permission, onClose }: ActProps & { readonly permission: ProjectPermission }) {
  const m = useMessages(messages)
  const words = m.permissions
  return (
    <ConfirmDialog
      title={m.roles.deleteTitle(permission.name)}
      about={words.deleteHint}
      action={words.delete}
      done={words.deleted(permission.name)}
      onConfirm={() => deletePermission(projectId, permission.id)}
      onClose={onClose}
    />
  )
}
