// The texts of the messages that users get.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MessageTemplate } from '#api/client/schemas.ts'
import { templatesQuery } from '#api/project/auth.ts'
import { useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import type { AuthPartProps } from './settings-form.tsx'
import { TemplateForm } from './template-form.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/auth')

/** Templates lists the kinds of messages, or shows one with its preview. */
export function Templates(props: AuthPartProps) {
  const m = useMessages(messages)
  const words = m.templates
  const { kind } = route.useSearch()
  const navigate = route.useNavigate()
  const templates = useQuery(templatesQuery(props.projectId))
  const opened = templates.data?.find((template) => template.kind === kind)
  const open = (kind: MessageTemplate['kind'] | undefined) =>
    navigate({ search: (now) => ({ ...now, kind }) })
  if (opened !== undefined)
    return <TemplateForm key={opened.kind} {...props} template={opened} onClose={() => open(undefined)} />
  const columns: Column<MessageTemplate>[] = [
    {
      title: words.kind,
      cell: ({ kind }) => <LinkButton onClick={() => open(kind)}>{words.kinds[kind]}</LinkButton>,
    },
    { title: m.outbox.channel, cell: ({ channel }) => m.channels[channel] },
    { title: m.outbox.subject, cell: ({ subject, text }) => subject ?? text },
    {
      title: words.wording,
      cell: ({ updated_at }) =>
        updated_at === null ? <Badge>{words.default}</Badge> : <Badge tone="accent">{words.own}</Badge>,
    },
  ]
  return (
    <Section title={m.tabs.messages} about={words.about}>
      {templates.isPending ? <Skeleton /> : null}
      {templates.isError ? <ErrorState error={templates.error} onRetry={templates.refetch} /> : null}
      {templates.data === undefined ? null : (
        <Table label={m.tabs.messages} columns={columns} rows={templates.data} rowKey={({ kind }) => kind} />
      )}
    </Section>
  )
}
