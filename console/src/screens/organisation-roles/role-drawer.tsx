// One role with what it allows, changed by who has all of that; or a new one.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { RbacRole } from '#api/client/schemas.ts'
import { deleteRole, saveRole } from '#api/organisations/own-roles.ts'
import { useMayIn } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { toast, toastError } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'
import { PermissionChecks } from './permission-checks.tsx'
import classes from './roles.module.css'

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
  const form = useId()
  const stored = {
    name: role?.name ?? '',
    description: role?.description ?? '',
    permissions: role?.permissions ?? [],
  }
  const [draft, setDraft] = useState(stored)
  const [asks, setAsks] = useState(false)
  // Nobody changes a role that allows what they may not do themselves.
  const mayWrite = may('rbac:write') && !role?.built_in && stored.permissions.every(may)
  const { name, description, permissions } = draft
  const dirty =
    name !== stored.name ||
    description !== stored.description ||
    permissions.length !== stored.permissions.length ||
    permissions.some((one) => !stored.permissions.includes(one))
  const save = useMutation({
    mutationFn: () =>
      saveRole(organisationId, role?.id, {
        name,
        description: description === '' ? null : description,
        permissions: [...permissions],
      }),
    onSuccess: () => {
      toast(m.saved(name))
      onClose()
    },
  })
  const leave = useUnsaved(mayWrite && dirty && !save.isPending && !save.isSuccess)
  const close = () => leave(onClose)
  if (asks && role !== undefined)
    return (
      <DeleteRole
        organisationId={organisationId}
        role={role}
        onBack={() => setAsks(false)}
        onDone={onClose}
      />
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (dirty) save.mutate()
  }
  const footer = mayWrite ? (
    <>
      {role === undefined ? null : (
        <Button kind="danger" onClick={() => leave(() => setAsks(true))}>
          {m.delete}
        </Button>
      )}
      <Button type="submit" form={form} kind="primary" disabled={!dirty} busy={save.isPending}>
        {role === undefined ? common.actions.create : m.save}
      </Button>
    </>
  ) : undefined
  return (
    <Drawer open title={title} onClose={close} footer={footer}>
      <form id={form} className={classes.form} onSubmit={submit}>
        {mayWrite ? (
          <>
            <Field label={m.name} error={save.error?.message}>
              <Input
                required
                maxLength={100}
                autoComplete="off"
                value={name}
                onValueChange={(name) => setDraft({ ...draft, name })}
              />
            </Field>
            <Field label={m.description}>
              <Input
                maxLength={1000}
                autoComplete="off"
                value={description}
                onValueChange={(description) => setDraft({ ...draft, description })}
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
          onChange={(permissions) => setDraft({ ...draft, permissions })}
        />
      </form>
    </Drawer>
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
  const attempt = useMutation({
    mutationFn: () => deleteRole(organisationId, role.id),
    onSuccess: () => {
      toast(m.deleted(role.name))
      onDone()
    },
    onError: toastError,
  })
  return (
    <ConfirmDialog
      title={m.deleteTitle(role.name)}
      about={m.deleteHint}
      action={m.delete}
      name={role.name}
      busy={attempt.isPending}
      onConfirm={() => attempt.mutate()}
      onClose={onBack}
    />
  )
}
