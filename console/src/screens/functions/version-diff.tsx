// A version of a function beside the one before it, or beside the draft, file by file.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { FunctionVersion, ProjectFunction } from '#api/client/schemas.ts'
import { functionVersionQuery } from '#api/services/functions.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CodeDiff } from '#ui/code-editor/code-editor.tsx'
import { Select } from '#ui/forms/select.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './functions.module.css'
import { languageOf } from './languages.ts'
import { messages } from './messages.ts'
import type { Files } from './use-draft.ts'

const DRAFT = 'draft'
const NOTHING: Files = {}

/** VersionDiff shows what differs between a version and another one. */
export function VersionDiff({
  projectId,
  fn,
  version,
  versions,
  onClose,
}: {
  readonly projectId: string
  readonly fn: ProjectFunction
  readonly version: number
  readonly versions: readonly FunctionVersion[]
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const older = versions.map((one) => one.version).find((other) => other < version)
  const [other, setOther] = useState(older === undefined ? DRAFT : String(older))
  const [file, setFile] = useState<string>()
  const shown = useQuery(functionVersionQuery(projectId, fn.id, version))
  const compared = useQuery({
    ...functionVersionQuery(projectId, fn.id, Number(other)),
    enabled: other !== DRAFT,
  })
  const choices = [
    { value: DRAFT, label: m.versions.draft },
    ...versions
      .filter((one) => one.version !== version)
      .map((one) => ({ value: String(one.version), label: m.versions.name(one.version) })),
  ]
  const failed = [shown, compared].find(({ isError }) => isError)
  const others = other === DRAFT ? fn.files : compared.data?.files
  const own = shown.data?.files
  // What is older stands for what was, so that additions are green.
  const isForward = other !== DRAFT && Number(other) < version
  const before = (isForward ? others : own) ?? NOTHING
  const after = (isForward ? own : others) ?? NOTHING
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .sort()
  const path = changed.find((one) => one === file) ?? changed[0]
  return (
    <div className={classes.parts}>
      <div className={classes.bar}>
        <div className={classes.files}>
          <Button onClick={onClose}>
            <ArrowLeft aria-hidden />
            {m.versions.all}
          </Button>
          <strong>{m.versions.name(version)}</strong>
          <Select
            label={m.versions.compare}
            choices={choices.map(({ value, label }) => ({
              value,
              label: m.versions.comparedWith(label),
            }))}
            value={other}
            onChange={setOther}
          />
        </div>
        {changed.length > 1 && path !== undefined ? (
          <Select
            label={m.file}
            choices={changed.map((value) => ({ value, label: value }))}
            value={path}
            onChange={setFile}
          />
        ) : null}
      </div>
      {failed?.error ? <ErrorState error={failed.error} onRetry={failed.refetch} /> : null}
      {failed === undefined && (own === undefined || others === undefined) ? <Skeleton lines={8} /> : null}
      {own === undefined || others === undefined ? null : path === undefined ? (
        <EmptyState title={m.versions.same} />
      ) : (
        <CodeDiff
          label={m.versions.changesOf(path)}
          before={before[path] ?? ''}
          after={after[path] ?? ''}
          language={languageOf(path)}
        />
      )}
    </div>
  )
}
