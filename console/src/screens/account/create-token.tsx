// The form for a new token: what it allows, where, and until when.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createToken } from '#api/account/access-tokens.ts'
import { organisationsQuery } from '#api/account/accounts.ts'
import type { NewAccessToken } from '#api/client/schemas.ts'
import { projectsQuery } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { expiryOf, type Lifetime } from '#ui/forms/lifetime.ts'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { messages } from './messages.ts'

/** CreateToken makes a token and hands it over. */
export function CreateToken({
  onMade,
  onClose,
}: {
  readonly onMade: (token: NewAccessToken) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { tokens: words } = m
  const { data: organisations = [] } = useQuery(organisationsQuery)
  const { data: projects = [] } = useQuery(projectsQuery)
  const [name, setName] = useState('')
  const [access, setAccess] = useState<'all' | 'read'>('all')
  const [reach, setReach] = useState<'everything' | 'organisation' | 'project'>('everything')
  const [target, setTarget] = useState<string>()
  const [lifetime, setLifetime] = useState<Lifetime>('quarter')
  const readable = organisations.flatMap(({ permissions }) =>
    permissions.filter((one) => one.endsWith(':read')),
  )
  const targets = reach === 'organisation' ? organisations : projects
  return (
    <FormDialog
      title={words.create}
      action={common.actions.create}
      ready={reach === 'everything' || target !== undefined}
      dirty={name !== ''}
      onSave={() =>
        createToken({
          name,
          permissions: access === 'all' ? ['*'] : [...new Set(readable)],
          ...(reach === 'organisation' && target !== undefined && { organisation_ids: [target] }),
          ...(reach === 'project' && target !== undefined && { project_ids: [target] }),
          expires_at: expiryOf(lifetime),
        })
      }
      onDone={onMade}
      onClose={onClose}
    >
      <Field label={words.name} hint={words.nameHint} name="name">
        <Input required maxLength={100} autoFocus autoComplete="off" value={name} onValueChange={setName} />
      </Field>
      <Field label={words.allows} hint={words.accessHints[access]}>
        <Select choices={choicesOf(words.accesses)} value={access} onChange={setAccess} />
      </Field>
      <Field label={words.reach}>
        <Select
          choices={choicesOf(words.reaches)}
          value={reach}
          onChange={(next) => {
            setReach(next)
            setTarget(undefined)
          }}
        />
      </Field>
      {reach === 'everything' ? null : (
        <Combobox
          label={words.targets[reach]}
          search={words.find}
          choices={targets.map(({ id, name }) => ({ value: id, label: name }))}
          value={target}
          onChange={setTarget}
        />
      )}
      <Field label={words.expires}>
        <Select choices={choicesOf(words.lifetimes)} value={lifetime} onChange={setLifetime} />
      </Field>
    </FormDialog>
  )
}
