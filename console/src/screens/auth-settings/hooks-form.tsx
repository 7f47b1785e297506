// Which functions of the project are asked before a sign-up and for each token, and which send messages.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { AuthHooks } from '#api/client/schemas.ts'
import { authHooksQuery, setAuthHooks } from '#api/project/auth.ts'
import { deployedFunctionsQuery } from '#api/services/functions.ts'
import { useMessages } from '#i18n/language.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Form } from '#ui/forms/form.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './auth.module.css'
import { messages } from './messages.ts'
import type { AuthPartProps } from './settings-form.tsx'

const HOOKS = ['before_signup', 'access_token', 'send_mail', 'send_sms'] as const

/** HooksForm names the function of each hook, or none. */
export function HooksForm(props: AuthPartProps) {
  const m = useMessages(messages)
  const { data, isPending, error, refetch } = useQuery(authHooksQuery(props.projectId))
  return (
    <Section title={m.tabs.hooks} about={m.hooks.about}>
      {isPending ? <Skeleton lines={4} /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      {data === undefined ? null : <Fields {...props} stored={data} />}
    </Section>
  )
}

function Fields({ projectId, mayWrite, stored }: AuthPartProps & { readonly stored: AuthHooks }) {
  const m = useMessages(messages)
  const words = m.hooks
  const { data: functions = [] } = useQuery(deployedFunctionsQuery(projectId))
  const { draft: hooks, dirty, changes, change, saving } = useDraft(() => stored)
  const attempt = useMutation({
    mutationFn: () => saving(() => setAuthHooks(projectId, changes)),
    onSuccess: () => toast(m.saved),
  })
  const slugs = new Set([...functions.map(({ slug }) => slug), ...Object.values(stored)])
  const choices = [
    { value: '', label: words.none },
    ...[...slugs].filter((slug) => slug !== null).map((slug) => ({ value: slug, label: slug })),
  ]
  return (
    <Form
      onSubmit={attempt.mutate}
      dirty={dirty}
      busy={attempt.isPending}
      action={mayWrite ? m.save : undefined}
    >
      {HOOKS.map((name) => (
        <div key={name} className={classes.hook}>
          <strong>{words.names[name].title}</strong>
          <span className={classes.muted}>{words.names[name].hint}</span>
          {mayWrite ? (
            <Combobox
              label={words.names[name].title}
              search={words.search}
              choices={choices}
              value={hooks[name] ?? ''}
              onChange={(slug) => change({ [name]: slug === '' ? null : slug })}
            />
          ) : (
            <code>{stored[name] ?? words.none}</code>
          )}
        </div>
      ))}
      {attempt.error === null ? null : (
        <p role="alert" className={classes.error}>
          {attempt.error.message}
        </p>
      )}
    </Form>
  )
}
