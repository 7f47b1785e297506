// What is known about a user, and what of it can be changed.
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { parseExact } from '#api/client/exact-json.ts'
import type { ShownUser } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { updateUser } from '#api/project/users.ts'
import { useMessages } from '#i18n/language.tsx'
import { buttonClass } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { Input } from '#ui/forms/input.tsx'
import { objectOf } from '#ui/forms/json-object.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Section, Sections } from '#ui/page/section.tsx'
import { messages } from './messages.ts'
import { UserState } from './user-list.tsx'
import classes from './users.module.css'

/** UserPartProps are those of each part of the page of a user. */
export interface UserPartProps {
  readonly projectId: string
  readonly user: ShownUser
  readonly mayWrite: boolean
}

/** UserProfile shows the facts, and a form for each thing that is changed by itself. */
export function UserProfile(props: UserPartProps) {
  return (
    <Sections>
      <Facts {...props} />
      {props.mayWrite ? <Contacts {...props} /> : null}
      <KeptObject name="metadata" {...props} />
      {props.user.claims === undefined ? null : <KeptObject name="claims" {...props} />}
    </Sections>
  )
}

function Facts({ projectId, user }: UserPartProps) {
  const m = useMessages(messages)
  const may = useMay(projectId)
  const { fields } = m
  const contact = (text: string | null, isVerified: boolean) =>
    text === null ? '—' : `${text} (${isVerified ? m.verified : m.unverified})`
  const seeAs =
    user.is_active && may('data:write') && may('policies:read') ? (
      <Link
        to="/projects/$projectId/tables"
        params={{ projectId }}
        search={{ as: `user:${user.id}` }}
        className={buttonClass()}
      >
        {m.seeAs}
      </Link>
    ) : undefined
  const requests = may('logs:read') ? (
    <Link
      to="/projects/$projectId/logs"
      params={{ projectId }}
      search={{ user: user.id }}
      className={buttonClass()}
    >
      {m.requests}
    </Link>
  ) : undefined
  return (
    <Section
      title={m.facts}
      action={
        <div className={classes.links}>
          {seeAs}
          {requests}
        </div>
      }
    >
      <div className={classes.facts}>
        <CopyField text={user.id} what={fields.id} />
        <Details
          items={[
            { title: m.columns.state, value: <UserState user={user} /> },
            { title: fields.name, value: user.full_name ?? '—' },
            { title: fields.email, value: contact(user.email, user.email_verified) },
            { title: fields.phone, value: contact(user.phone, user.phone_verified) },
            { title: m.columns.created, value: <Moment iso={user.created_at} /> },
            { title: fields.updated, value: <Moment iso={user.updated_at} /> },
          ]}
        />
      </div>
    </Section>
  )
}

function Contacts({ projectId, user }: UserPartProps) {
  const m = useMessages(messages)
  const { fields } = m
  const stored = { full_name: user.full_name ?? '', email: user.email ?? '', phone: user.phone ?? '' }
  const { draft, dirty, changes, change, saving } = useDraft(() => stored)
  const attempt = useMutation({
    mutationFn: () => saving(() => updateUser(projectId, user.id, changes)),
    onSuccess: () => toast(m.saved),
  })
  return (
    <Section title={m.profile} about={m.profileAbout}>
      <Form onSubmit={attempt.mutate} dirty={dirty} busy={attempt.isPending} action={m.save}>
        <Field label={fields.name}>
          <Input
            required={user.full_name !== null}
            autoComplete="off"
            maxLength={200}
            value={draft.full_name}
            onValueChange={(full_name) => change({ full_name })}
          />
        </Field>
        <Field label={fields.email}>
          <Input
            type="email"
            required={user.email !== null}
            autoComplete="off"
            maxLength={254}
            value={draft.email}
            onValueChange={(email) => change({ email })}
          />
        </Field>
        <Field label={fields.phone} hint={m.phoneHint} error={attempt.error?.message}>
          <Input
            type="tel"
            required={user.phone !== null}
            autoComplete="off"
            maxLength={30}
            value={draft.phone}
            onValueChange={(phone) => change({ phone })}
          />
        </Field>
      </Form>
    </Section>
  )
}

// A JSON object that is kept with the user, with all digits of its numbers.
function KeptObject({
  name,
  projectId,
  user,
  mayWrite,
}: UserPartProps & { readonly name: 'metadata' | 'claims' }) {
  const m = useMessages(messages)
  const title = m.fields[name]
  const about = m.keptAbout[name]
  const stored = JSON.stringify(user[name], null, 2)
  const { draft, dirty, change, saving } = useDraft(() => ({ text: stored }))
  const { text } = draft
  const isObject = objectOf(text) !== undefined
  const attempt = useMutation({
    mutationFn: () =>
      saving(({ text }) =>
        updateUser(projectId, user.id, { [name]: parseExact(text) as Record<string, unknown> }),
      ),
    onSuccess: () => toast(m.saved),
  })
  const wrong = !isObject ? m.metadataWrong : attempt.error?.message
  if (!mayWrite)
    return (
      <Section title={title} about={about}>
        <CodeEditor label={title} value={stored} language="json" readOnly />
      </Section>
    )
  return (
    <Section title={title} about={about}>
      <Form
        wide
        onSubmit={attempt.mutate}
        dirty={dirty}
        ready={isObject}
        busy={attempt.isPending}
        action={m.save}
      >
        <CodeEditor label={title} value={text} onChange={(text) => change({ text })} language="json" />
        {wrong === undefined ? null : (
          <p role="alert" className={classes.error}>
            {wrong}
          </p>
        )}
      </Form>
    </Section>
  )
}
