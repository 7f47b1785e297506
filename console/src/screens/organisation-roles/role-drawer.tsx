// One role with what it allows, changed by who has all of that; or a new one.
import { useState } from 'react'
import type { RbacRole } from '#api/client/schemas.ts'
import { deleteRole, saveRole } from '#api/organisations/own-roles.ts'
import { useMayIn } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'
import { PermissionChecks } from './permission-checks.tsx'

interface Props {
  readonly organisationId: string
  /** role is left out for a new one. */
  readonly role?: RbacRole
  readonly title: string
  readonly onClose: () => void
}

/** RoleDrawer shows it at the side of the list. */
export function RoleDrawer({ organisationId, role, title, onClose }: Props) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const may = useMayIn(organisationId)
  const {
    draft: { name, description, permissions },
    dirty,
    change,
  } = useDraft(() => ({
    name: role?.name ?? '',
    description: role?.description ?? '',
    permissions: [...(role?.permissions ?? [])].sort(),
  }))
  const [asks, setAsks] = useState(false)
  // Nobody changes a role that allows what they may not do themselves.
  const mayWrite = may('rbac:write') && !role?.built_in && (role?.permissions ?? []).every(may)
  if (asks && role !== undefined)
    return (
      <DeleteRole
        organisationId={organisationId}
        role={role}
        onBack={() => setAsks(false)}
        onDone={onClose}
      />
    )
  const action = role === undefined ? common.actions.create : m.save
  return (
    <FormDialog
      drawer
      title={title}
      action={mayWrite ? action : undefined}
      ready={dirty}
      dirty={mayWrite && dirty}
      other={
        role === undefined ? undefined : (
          <Button kind="danger" onClick={() => setAsks(true)}>
            {m.delete}
          </Button>
        )
      }
      done={m.saved(name)}
      onSave={() =>
        saveRole(organisationId, role?.id, {
          name,
          description: description === '' ? null : description,
          permissions,
        })
      }
      onClose={onClose}
    >
      {mayWrite ? (
        <>
          <Field label={m.name} name="name">
            <Input
              required
              maxLength={100}
              autoComplete="off"
              value={name}
              onValueChange={(name) => change({ name })}
            />
          </Field>
          <Field label={m.description} name="description">
            <Input
              maxLength={1000}
              autoComplete="off"
              value={description}
              onValueChange={(description) => change({ description })}
            />
          </Field>
        </>
      ) : (
        <p>{role?.built_in ? m.builtInHint : m.notYours}</p>
      )}
      <PermissionChecks
        organisationId={organisationId}
        value={permissions}
        disabled={!mayWrite}
        onChange={(permissions) => change({ permissions: [...permissions].sort() })}
      />
    </FormDialog>
  )
}

function DeleteRole({
  organisationId,
  role,
  onBack,
  onDone,
}: {
  readonly organisationId: string
  readonly role: RbacRole
  readonly onBack: () => void
  readonly onDone: () => void
}) {
  const m = useMessages(messages)
  return (
    <ConfirmDialog
      title={m.deleteTitle(role.name)}
      about={m.deleteHint}
      action={m.delete}
      name={role.name}
      done={m.deleted(role.name)}
      onConfirm={() => deleteRole(organisationId, role.id)}
      onDone={onDone}
      onClose={onBack}
    />
  )
}
