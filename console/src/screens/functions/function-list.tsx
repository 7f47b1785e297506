// The table of functions.
import type { FunctionSummary } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Card } from '#ui/page-header.tsx'
import { type Column, Table } from '#ui/table.tsx'

/** FunctionList shows what runs and who may call it. */
export function FunctionList({
  functions,
  onOpen,
}: {
  readonly functions: readonly FunctionSummary[]
  readonly onOpen: (id: string) => void
}) {
  const { m } = useLanguage()
  const { columns: titles } = m.functions
  const columns: Column<FunctionSummary>[] = [
    {
      title: titles.name,
      cell: ({ id, name }) => <LinkButton onClick={() => onOpen(id)}>{name}</LinkButton>,
    },
    { title: titles.slug, cell: ({ slug }) => <code>{slug}</code> },
    { title: titles.version, cell: ({ version }) => <Version version={version} /> },
    { title: titles.access, cell: ({ access }) => <Access access={access} /> },
    { title: titles.changed, cell: ({ updated_at }) => <Moment iso={updated_at} relative /> },
  ]
  return (
    <Card>
      <Table label={m.functions.title} columns={columns} rows={functions} rowKey={({ id }) => id} />
    </Card>
  )
}

/** Version is the version that runs. */
export function Version({ version }: { readonly version: number | null }) {
  const { m } = useLanguage()
  if (version === null) return <Badge>{m.functions.notDeployed}</Badge>
  return <Badge tone="success">{m.functions.runs(version)}</Badge>
}

/** Access is who may call a function; one that everybody may call stands out. */
export function Access({ access }: Pick<FunctionSummary, 'access'>) {
  const { m } = useLanguage()
  return <Badge tone={access === 'public' ? 'warning' : 'neutral'}>{m.functions.accesses[access]}</Badge>
}
