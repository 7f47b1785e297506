// The table of functions.

import type { FunctionSummary } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { CopyText } from '#ui/buttons/copy-button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { messages } from './messages.ts'

/** FunctionList shows what runs and who may call it. */
export function FunctionList({
  functions,
  onOpen,
}: {
  readonly functions: readonly FunctionSummary[]
  readonly onOpen: (id: string) => void
}) {
  const m = useMessages(messages)
  const { columns: titles } = m
  const columns: Column<FunctionSummary>[] = [
    {
      title: titles.name,
      cell: ({ id, name }) => <LinkButton onClick={() => onOpen(id)}>{name}</LinkButton>,
    },
    { title: titles.slug, cell: ({ slug }) => <CopyText text={slug} what={titles.slug} /> },
    { title: titles.version, cell: ({ version }) => <Version version={version} /> },
    { title: titles.access, cell: ({ access }) => <Access access={access} /> },
    { title: titles.changed, cell: ({ updated_at }) => <Moment iso={updated_at} relative /> },
  ]
  return (
    <Card>
      <Table label={m.title} columns={columns} rows={functions} rowKey={({ id }) => id} />
    </Card>
  )
}

/** Version is the version that runs. */
export function Version({ version }: { readonly version: number | null }) {
  const m = useMessages(messages)
  if (version === null) return <Badge>{m.notDeployed}</Badge>
  return <Badge tone="success">{m.runs(version)}</Badge>
}

/** Access is who may call a function; one that everybody may call stands out. */
export function Access({ access }: Pick<FunctionSummary, 'access'>) {
  const m = useMessages(messages)
  return <Badge tone={access === 'public' ? 'warning' : 'neutral'}>{m.accesses[access]}</Badge>
}
