// The roles of a project, which policies compare and users have.
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2, UserCog } from 'lucide-react'
import { useState } from 'react'
import type { ProjectRole } from '#api/client/schemas.ts'
import { rolesQuery } from '#api/data/policies.ts'
import { deleteRole, permissionsQuery, saveRole } from '#api/project/auth.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { Section } from '#ui/page/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { PermissionChecks } from './permissions.tsx'
import type { AuthPartProps } from './settings-form.tsx'

interface Act {
  readonly name: 'save' | 'delete'
  readonly role?: ProjectRole
}

/** Roles creates, renames and deletes them. */
export function Roles({ projectId, mayWrite }: AuthPartProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.roles
  const roles = useQuery(rolesQuery(projectId))
  const { data: permissions = [] } = useQuery(permissionsQuery(projectId))
  const [act, setAct] = useState<Act>()
  const close = () => setAct(undefined)
  const none = roles.data?.length === 0
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => setAct({ name: 'save' })}>
      <Plus aria-hidden />
      {words.create}
    </Button>
  ) : undefined
  const columns: Column<ProjectRole>[] = [
    { title: words.name, cell: ({ name }) => name },
    { title: words.description, cell: ({ description }) => description ?? '—' },
    {
      title: m.permissions.title,
      cell: ({ permission_ids }) =>
        permissions
          .filter(({ id }) => permission_ids.includes(id))
          .map(({ name }) => name)
          .join(', ') || '—',
    },
  ]
  if (mayWrite)
    columns.push({
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (role) => (
        <Menu label={`${common.actions.menu}: ${role.name}`}>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAct({ name: 'save', role })}>
            {words.edit}
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAct({ name: 'delete', role })}>
            {words.delete}
          </MenuItem>
        </Menu>
      ),
    })
  return (
    <Section title={m.tabs.roles} about={words.about} action={none ? undefined : button}>
      {roles.isPending ? <Skeleton /> : null}
      {roles.isError ? <ErrorState error={roles.error} onRetry={roles.refetch} /> : null}
      {none ? (
        <EmptyState
          icon={<UserCog aria-hidden />}
          title={words.emptyTitle}
          hint={words.emptyHint}
          action={button}
        />
      ) : null}
      {roles.data !== undefined && !none ? (
        <Table label={m.tabs.roles} columns={columns} rows={roles.data} rowKey={({ id }) => id} />
      ) : null}
      {act?.name === 'save' ? <SaveRole projectId={projectId} role={act.role} onClose={close} /> : null}
      {act?.name === 'delete' && act.role !== undefined ? (
        <DeleteRole projectId={projectId} role={act.role} onClose={close} />
      ) : null}
    </Section>
  )
}

function SaveRole({
  projectId,
  role,
  onClose,
}: {
  readonly projectId: string
  readonly role: ProjectRole | undefined
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.roles
  const [name, setName] = useState(role?.name ?? '')
  const [description, setDescription] = useState(role?.description ?? '')
  const [permission_ids, setPermissions] = useState<readonly string[]>(role?.permission_ids ?? [])
  return (
    <FormDialog
      title={role === undefined ? words.create : words.editTitle(role.name)}
      action={role === undefined ? common.actions.create : m.save}
      dirty={
        name !== (role?.name ?? '') ||
        description !== (role?.description ?? '') ||
        permission_ids.toSorted().join() !== (role?.permission_ids ?? []).toSorted().join()
      }
      done={m.saved}
      onSave={() =>
        saveRole(projectId, role?.id, {
          name,
          description: description === '' ? null : description,
          permission_ids: [...permission_ids],
        })
      }
      onClose={onClose}
    >
      <Field label={words.name} name="name">
        <Input required maxLength={100} autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={words.description} name="description">
        <Input maxLength={1000} autoComplete="off" value={description} onValueChange={setDescription} />
      </Field>
      <PermissionChecks projectId={projectId} value={permission_ids} onChange={setPermissions} />
    </FormDialog>
  )
}

function DeleteRole({
  projectId,
  role,
  onClose,
}: {
  readonly projectId: string
  readonly role: ProjectRole
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const words = m.roles
  return (
    <ConfirmDialog
      title={words.deleteTitle(role.name)}
      about={words.deleteHint}
      action={words.delete}
      name={role.name}
      done={words.deleted(role.name)}
      onConfirm={(force) => deleteRole(projectId, role.id, force)}
      onClose={onClose}
    />
  )
}
