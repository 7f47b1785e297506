// A file becomes rows of a table, or a table.
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { DropFiles } from './drop-files.tsx'
import classes from './import.module.css'
import { BadLines, ImportStatus } from './import-outcome.tsx'
import { type Layout, layoutOf } from './layout.ts'
import { LayoutFields } from './layout-fields.tsx'
import { MappingTable } from './mapping-table.tsx'
import { messages } from './messages.ts'
import { NewTableFields } from './new-table-fields.tsx'
import { datesOf, keptPlan, type Plan, planOf } from './plan.ts'
import { readSample, type Sample, type Source } from './sample.ts'
import { SourceField } from './source-field.tsx'
import { useImport } from './use-import.ts'

/** Slugs have no such character. */
const NEW = '.'

interface Chosen {
  readonly sample: Sample
  readonly plan: Plan
}

/** ImportDialog imports into `table`, or into a new one; `dropped` is a file that was chosen before. */
export function ImportDialog({
  projectId,
  tables,
  table,
  dropped,
  onDone,
  onClose,
}: {
  readonly projectId: string
  readonly tables: readonly Table[]
  readonly table: Table | undefined
  readonly dropped: File | undefined
  readonly onDone: (slug: string) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common, format, plural } = useLanguage()
  const form = useId()
  const first = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useState<string>()
  const before = useRef<Plan>(undefined)
  const may = useMay(projectId)
  const { run, start, cancel, clear } = useImport(projectId)
  const isRunning = run?.state === 'running'
  const leave = useUnsaved(chosen !== undefined && run?.state !== 'done')
  const finish = useEffectEvent((slug: string, written: number) => {
    toast(m.done(written, format.number(written), plural))
    onDone(slug)
  })
  // By now the form has nothing unsaved, which would keep its screen.
  useEffect(() => {
    if (run?.state === 'done') finish(run.slug, run.written)
  }, [run])
  const close = () =>
    leave(() => {
      const isLate = isRunning && run.part === 1 && !run.isTrial && chosen?.plan.into !== undefined
      if (isRunning) toast(isLate ? m.stoppedLate : m.stopped)
      onClose()
    })

  const refuse = (sentence: string) => {
    setProblem(sentence)
    setChosen(undefined)
  }
  const take = async (source: Source) => {
    clear()
    const sample = await readSample(source).catch(() => undefined)
    if (sample === undefined) return refuse(m.unreadable)
    const plan = planOf(sample, layoutOf(sample), table)
    const refusal = refusalOf(sample, plan)
    if (refusal !== undefined) return refuse(m[refusal])
    setProblem(undefined)
    setChosen({ sample, plan: keptPlan(plan, before.current) })
  }
  const another = () => {
    before.current = chosen?.plan
    setChosen(undefined)
  }
  const takeDropped = useEffectEvent(take)
  useEffect(() => {
    if (dropped !== undefined) void takeDropped({ name: dropped.name, file: dropped })
  }, [dropped])
  const change = (changes: Partial<Plan>) => {
    clear()
    setChosen((now) => now && { ...now, plan: { ...now.plan, ...changes } })
  }
  const guess = (layout: Layout, into: Table | undefined) => {
    clear()
    setChosen((now) => now && { ...now, plan: planOf(now.sample, layout, into) })
  }
  const targets = [
    ...(may('schema:write') ? [{ value: NEW, label: m.newTable }] : []),
    ...tables.filter((one) => !one.read_only).map(({ slug, name }) => ({ value: slug, label: name })),
  ]
  const isReady = chosen !== undefined && !isRunning && isWhole(chosen.plan)
  const begin = (isTrial: boolean) => isReady && void start(chosen.sample, chosen.plan, isTrial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin(false)
  }
  return (
    <Dialog
      open
      size={chosen === undefined ? 'wide' : 'page'}
      title={m.title}
      about={m.about}
      focus={first}
      onClose={close}
      footer={
        chosen === undefined ? undefined : (
          <>
            <ImportStatus run={run} />
            {isRunning ? (
              <Button onClick={cancel}>{run.isTrial ? m.stopTrial : m.stop}</Button>
            ) : (
              <Button onClick={close}>{common.actions.cancel}</Button>
            )}
            {chosen.plan.into === undefined ? null : (
              <Button disabled={!isReady} onClick={() => begin(true)}>
                {m.try}
              </Button>
            )}
            <Button kind="primary" type="submit" form={form} disabled={!isReady}>
              {m.run}
            </Button>
          </>
        )
      }
    >
      <DropFiles
        label={m.file}
        onFile={isRunning ? undefined : (file) => void take({ name: file.name, file })}
      >
        {chosen === undefined ? (
          <>
            <SourceField focus={first} onSource={take} />
            {problem === undefined ? null : (
              <p role="alert" className={classes.outcome} data-state="failed">
                {problem}
              </p>
            )}
          </>
        ) : (
          <form id={form} className={classes.form} onSubmit={submit}>
            {run?.state === 'bad' ? <BadLines report={run.report} /> : null}
            {/* What is imported stays as it is meanwhile. */}
            <fieldset className={classes.settings} disabled={isRunning}>
              <div className={classes.file}>
                <p>
                  <strong>{chosen.sample.name || m.pasted}</strong> {format.bytes(chosen.sample.file.size)}
                </p>
                <Button onClick={another}>{m.another}</Button>
              </div>
              <div className={classes.layout}>
                <Field label={m.into}>
                  <Combobox
                    label={m.into}
                    search={m.findTable}
                    choices={targets}
                    value={chosen.plan.into?.slug ?? NEW}
                    onChange={(slug) =>
                      guess(
                        chosen.plan.layout,
                        tables.find((one) => one.slug === slug),
                      )
                    }
                  />
                </Field>
                <LayoutFields
                  plan={chosen.plan}
                  onLayout={(layout) => guess({ ...chosen.plan.layout, ...layout }, chosen.plan.into)}
                  onDates={(dates) => change({ dates })}
                />
              </div>
              {chosen.plan.into === undefined ? (
                <NewTableFields
                  projectId={projectId}
                  tables={tables}
                  draft={chosen.plan.draft}
                  isTried={!isRunning && run?.state !== 'done'}
                  onChange={(draft) => change({ draft })}
                />
              ) : (
                <MappingTable
                  plan={chosen.plan}
                  table={chosen.plan.into}
                  onChange={(mapping) => change({ mapping })}
                />
              )}
            </fieldset>
          </form>
        )}
      </DropFiles>
    </Dialog>
  )
}

function refusalOf({ text }: Sample, { contents }: Plan): 'binary' | 'array' | 'nothing' | undefined {
  if (text.includes('\0')) return 'binary'
  if (text.trimStart().startsWith('[')) return 'array'
  return contents.columns.length === 0 ? 'nothing' : undefined
}

// What is written, and where, is known.
function isWhole(plan: Plan): boolean {
  const { isAsked, order } = datesOf(plan)
  const isNamed = plan.into === undefined ? plan.draft.name.trim() !== '' : plan.mapping.size > 0
  return isNamed && (!isAsked || order !== undefined)
}
