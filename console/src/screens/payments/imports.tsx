// The imports of statements: what became of their lines, and undoing one.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StatementImported, StatementLineOutcome, StatementOutcomes } from '#api/client/schemas.ts'
import { importQuery, importsQuery, refreshPayments, undoImport } from '#api/services/payments.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Note, Section } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './payments.module.css'
import { statementMessages } from './statement-messages.ts'

/** Imports lists the statements that were imported into a project. */
export function Imports({ projectId, mayWrite }: { readonly projectId: string; readonly mayWrite: boolean }) {
  const m = useMessages(messages)
  const words = useMessages(statementMessages)
  const { format } = useLanguage()
  const [shown, setShown] = useState<string>()
  const [undoing, setUndoing] = useState<StatementImported>()
  const imports = useQuery(importsQuery(projectId))
  const columns: Column<StatementImported>[] = [
    {
      title: words.statement,
      cell: ({ id, provider, environment }) => {
        const name = `${m.providers[provider]} · ${m.environments[environment]}`
        return <LinkButton onClick={() => setShown(id)}>{name}</LinkButton>
      },
    },
    { title: m.when, cell: ({ at }) => <Moment iso={at} relative /> },
    { title: words.covers, cell: (one) => <Covers of={one} /> },
    { title: words.lines, end: true, cell: ({ lines }) => format.number(lines) },
    { title: words.outcome, cell: ({ counts }) => <Outcomes counts={counts} /> },
    {
      title: words.undo,
      hidden: true,
      cell: (one) =>
        mayWrite ? <LinkButton onClick={() => setUndoing(one)}>{words.undo}</LinkButton> : null,
    },
  ]
  return (
    <Section title={words.imports} about={words.importsHint}>
      {imports.isPending ? <Skeleton /> : null}
      {imports.isError ? <ErrorState error={imports.error} onRetry={imports.refetch} /> : null}
      {imports.data?.length === 0 ? <Note>{words.noImports}</Note> : null}
      {imports.data !== undefined && imports.data.length > 0 ? (
        <Table label={words.imports} columns={columns} rows={imports.data} rowKey={({ id }) => id} />
      ) : null}
      {shown === undefined ? null : (
        <ImportDrawer projectId={projectId} id={shown} onClose={() => setShown(undefined)} />
      )}
      {undoing === undefined ? null : (
        <Undo projectId={projectId} undoing={undoing} onClose={() => setUndoing(undefined)} />
      )}
    </Section>
  )
}

function Covers({ of: { from, to } }: { readonly of: Pick<StatementImported, 'from' | 'to'> }) {
  if (from === null || to === null) return '—'
  return (
    <>
      <Moment iso={from} /> – <Moment iso={to} />
    </>
  )
}

const GOOD: ReadonlySet<string> = new Set<keyof StatementOutcomes>(['settled', 'matched'])

function Outcomes({ counts }: { readonly counts: StatementOutcomes | null }) {
  const words = useMessages(statementMessages)
  const { format } = useLanguage()
  if (counts === null) return <Badge tone="warning">{words.broken}</Badge>
  const found = (Object.entries(counts) as [keyof StatementOutcomes, number][]).filter(([, n]) => n > 0)
  return (
    <span className={classes.acts}>
      {found.map(([outcome, n]) => (
        <Badge key={outcome} tone={GOOD.has(outcome) ? 'success' : 'neutral'}>
          {words.count(words.outcomes[outcome], format.number(n))}
        </Badge>
      ))}
    </span>
  )
}

function ImportDrawer({
  projectId,
  id,
  onClose,
}: {
  readonly projectId: string
  readonly id: string
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const words = useMessages(statementMessages)
  const { data: found, error, isPending, refetch } = useQuery(importQuery(projectId, id))
  const name =
    found === undefined
      ? words.statement
      : `${m.providers[found.provider]} · ${m.environments[found.environment]}`
  return (
    <Drawer open title={name} onClose={onClose}>
      {isPending ? <Skeleton lines={6} /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      {found === undefined ? null : (
        <>
          <Details
            items={[
              { title: m.when, value: <Moment iso={found.at} /> },
              { title: words.by, value: found.by },
              { title: words.covers, value: <Covers of={found} /> },
              { title: words.lines, value: found.lines },
              { title: words.outcome, value: <Outcomes counts={found.counts} /> },
            ]}
          />
          <section className={classes.part}>
            <h3>{words.others}</h3>
            <Others lines={found.others} />
          </section>
        </>
      )}
    </Drawer>
  )
}

function Others({ lines }: { readonly lines: readonly StatementLineOutcome[] }) {
  const m = useMessages(messages)
  const words = useMessages(statementMessages)
  if (lines.length === 0) return <p className={classes.none}>{words.noOthers}</p>
  const columns: Column<StatementLineOutcome>[] = [
    { title: words.line, end: true, cell: ({ line }) => line },
    { title: m.fields.receipt, cell: ({ receipt }) => receipt ?? '—' },
    { title: words.outcome, cell: ({ outcome }) => words.outcomes[outcome] },
    // The server's own sentence.
    { title: words.reason, cell: ({ reason }) => reason },
  ]
  return (
    <>
      <p className={classes.none}>{words.othersHint}</p>
      <Table label={words.others} columns={columns} rows={lines} rowKey={({ line }) => String(line)} />
    </>
  )
}

function Undo({
  projectId,
  undoing: { id, lines, counts },
  onClose,
}: {
  readonly projectId: string
  readonly undoing: StatementImported
  readonly onClose: () => void
}) {
  const words = useMessages(statementMessages)
  const { plural } = useLanguage()
  return (
    <ConfirmDialog
      title={words.undoTitle}
      about={words.undoHint(lines, plural)}
      action={words.undo}
      done={words.undone}
      onConfirm={() => undoImport(projectId, id)}
      onDone={() => {
        onClose()
        return refreshPayments(projectId)
      }}
      onClose={onClose}
    >
      <p>{words.undoKept(counts?.settled ?? 0, counts?.reversal ?? 0)}</p>
    </ConfirmDialog>
  )
}
