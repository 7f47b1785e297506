// How a user comes in: sessions, identities at providers, and second factors.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import type { Factor, Identity, UserSession } from '#api/client/schemas.ts'
import {
  endUserSessions,
  identitiesQuery,
  removeUserFactor,
  unlinkIdentity,
  userFactorsQuery,
  userSessionsQuery,
} from '#api/project/user-access.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/overlays/confirm-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Note, Section, Sections } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { nameOf } from './user-name.ts'
import type { UserPartProps } from './user-profile.tsx'

/** UserAccess lists them, and ends or removes each. */
export function UserAccess(props: UserPartProps) {
  return (
    <Sections>
      <Sessions {...props} />
      <Identities {...props} />
      <Factors {...props} />
    </Sections>
  )
}

/** Question is what is asked before something is taken away, and how that is done. */
type Question = Omit<ConfirmDialogProps<void>, 'onClose'>

function useQuestion(): readonly [ReactNode, (question: Question) => void] {
  const [question, ask] = useState<Question>()
  if (question === undefined) return [null, ask]
  const dialog = <ConfirmDialog {...question} onClose={() => ask(undefined)} />
  return [dialog, ask]
}

function Sessions({ projectId, user, mayWrite }: UserPartProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.sessions
  const query = useQuery(userSessionsQuery(projectId, user.id))
  const [dialog, ask] = useQuestion()
  const end = useAct(words.end, {
    mutationFn: (id: string) => endUserSessions(projectId, user.id, id),
    onSuccess: () => toast(words.ended),
  })
  const methodOf = (method: string) => m.methods[method as keyof typeof m.methods] ?? method
  const columns: Column<UserSession>[] = [
    { title: words.columns.device, cell: ({ user_agent }) => user_agent ?? words.unknown },
    { title: words.columns.methods, cell: ({ methods }) => methods.map(methodOf).join(', ') },
    { title: words.columns.lastUsed, cell: ({ last_used_at }) => <Moment iso={last_used_at} relative /> },
    { title: words.columns.expires, cell: ({ expires_at }) => <Moment iso={expires_at} relative /> },
  ]
  if (mayWrite)
    columns.push(
      actionColumn(common.actions.menu, ({ id }) => (
        <Button kind="quiet" busy={end.isPending} onClick={() => end.mutate(id)}>
          {words.end}
        </Button>
      )),
    )
  const all = {
    title: words.endAllTitle(nameOf(user, m)),
    about: words.endAllHint,
    action: words.endAll,
    done: words.ended,
    onConfirm: () => endUserSessions(projectId, user.id),
  }
  const hasSome = (query.data?.length ?? 0) > 0
  const action = mayWrite && hasSome ? <Button onClick={() => ask(all)}>{words.endAll}</Button> : undefined
  return (
    <Listed words={words} query={query} columns={columns} action={action}>
      {dialog}
    </Listed>
  )
}

function Identities({ projectId, user, mayWrite }: UserPartProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.identities
  const query = useQuery(identitiesQuery(projectId, user.id))
  const [dialog, ask] = useQuestion()
  const columns: Column<Identity>[] = [
    { title: words.columns.provider, cell: ({ provider }) => provider },
    { title: words.columns.email, cell: ({ email, subject }) => email ?? subject },
    { title: words.columns.lastUsed, cell: ({ last_used_at }) => <Moment iso={last_used_at} relative /> },
  ]
  const questionOf = ({ id, provider }: Identity): Question => ({
    title: words.unlinkTitle(provider),
    about: words.unlinkHint,
    action: words.unlink,
    done: words.unlinked(provider),
    onConfirm: () => unlinkIdentity(projectId, user.id, id),
  })
  if (mayWrite)
    columns.push(
      actionColumn(common.actions.menu, (identity) => (
        <Button kind="quiet" onClick={() => ask(questionOf(identity))}>
          {words.unlink}
        </Button>
      )),
    )
  return (
    <Listed words={words} query={query} columns={columns}>
      {dialog}
    </Listed>
  )
}

function Factors({ projectId, user, mayWrite }: UserPartProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.factors
  const query = useQuery(userFactorsQuery(projectId, user.id))
  const [dialog, ask] = useQuestion()
  const columns: Column<Factor>[] = [
    { title: words.columns.name, cell: ({ name }) => name ?? words.unnamed },
    {
      title: words.columns.state,
      cell: ({ status }) => (
        <Badge tone={status === 'active' ? 'success' : 'neutral'}>{words.states[status]}</Badge>
      ),
    },
    { title: words.columns.added, cell: ({ created_at }) => <Moment iso={created_at} relative /> },
  ]
  const questionOf = ({ id, name }: Factor): Question => ({
    title: words.removeTitle(name ?? words.unnamed),
    about: words.removeHint,
    action: words.remove,
    done: words.removed(name ?? words.unnamed),
    onConfirm: () => removeUserFactor(projectId, user.id, id),
  })
  if (mayWrite)
    columns.push(
      actionColumn(common.actions.menu, (factor) => (
        <Button kind="quiet" onClick={() => ask(questionOf(factor))}>
          {words.remove}
        </Button>
      )),
    )
  return (
    <Listed words={words} query={query} columns={columns}>
      {dialog}
    </Listed>
  )
}

function actionColumn<Row>(title: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { title, hidden: true, end: true, cell }
}

function Listed<Row extends { readonly id: string }>({
  words,
  query,
  columns,
  action,
  children,
}: {
  readonly words: { readonly title: string; readonly about: string; readonly none: string }
  readonly query: {
    readonly data: readonly Row[] | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  readonly columns: readonly Column<Row>[]
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  const { data, error } = query
  return (
    <Section title={words.title} about={words.about} action={action}>
      {data === undefined && error === null ? <Skeleton /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={() => query.refetch()} />}
      {data?.length === 0 ? <Note>{words.none}</Note> : null}
      {data !== undefined && data.length > 0 ? (
        <Table label={words.title} columns={columns} rows={data} rowKey={({ id }) => id} />
      ) : null}
      {children}
    </Section>
  )
}
