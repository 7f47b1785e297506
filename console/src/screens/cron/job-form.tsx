// The form of a cron job, new or changed.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CronJob } from '#api/client/schemas.ts'
import { cronKey, saveCronJob } from '#api/services/cron.ts'
import { deployedFunctionsQuery } from '#api/services/functions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import classes from './cron.module.css'
import { messages } from './messages.ts'
import { wordsOf, wrongIn } from './schedule-words.ts'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
const ZONE_CHOICES = ZONES.map((value) => ({ value, label: value }))

type Draft = Pick<CronJob, 'name' | 'schedule' | 'timezone' | 'target_type' | 'overlap' | 'enabled'> & {
  readonly url: string
  readonly slug: string
  readonly payload: string
}

function draftOf(job: CronJob | undefined): Draft {
  return {
    name: job?.name ?? '',
    schedule: job?.schedule ?? '0 6 * * *',
    timezone: job?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    target_type: job?.target_type ?? 'http',
    overlap: job?.overlap ?? 'skip',
    enabled: job?.enabled ?? true,
    url: job?.target_url ?? '',
    slug: job?.function_slug ?? '',
    payload: job?.payload == null ? '' : JSON.stringify(job.payload, null, 2),
  }
}

/** JobForm creates a job, or changes `job`. */
export function JobForm({
  projectId,
  job,
  onClose,
}: {
  readonly projectId: string
  readonly job?: CronJob
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const client = useQueryClient()
  const { draft, dirty, change } = useDraft(() => draftOf(job))
  const payload = payloadOf(draft.payload)
  const functions = useQuery(deployedFunctionsQuery(projectId))
  const slugs = (functions.data ?? []).map(({ slug, name }) => ({ value: slug, label: `${name} (${slug})` }))
  const { name, schedule, timezone, target_type, overlap, enabled, url, slug } = draft
  const isHttp = target_type === 'http'
  return (
    <FormDialog
      title={job === undefined ? m.create : m.editTitle(job.name)}
      action={job === undefined ? common.actions.create : m.save}
      ready={payload !== undefined && wrongIn(schedule, m) === undefined && (isHttp || slug !== '')}
      dirty={dirty}
      done={m.saved(name)}
      onSave={() =>
        saveCronJob(projectId, job?.id, {
          name,
          schedule,
          timezone,
          target_type,
          target_url: isHttp ? url : null,
          function_slug: isHttp ? null : slug,
          payload: payload ?? null,
          overlap,
          enabled,
        })
      }
      onDone={() => {
        onClose()
        return client.invalidateQueries({ queryKey: cronKey(projectId) })
      }}
      onClose={onClose}
    >
      <Field label={m.columns.name} name="name">
        <Input
          required
          maxLength={100}
          autoFocus
          autoComplete="off"
          value={name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <Field
        label={m.columns.schedule}
        name="schedule"
        error={wrongIn(schedule, m)}
        hint={wordsOf(schedule, m, format) ?? m.scheduleHint}
      >
        <Input
          required
          autoComplete="off"
          spellCheck={false}
          value={schedule}
          onValueChange={(schedule) => change({ schedule })}
        />
      </Field>
      <div className={classes.labelled}>
        <span>{m.timezone}</span>
        <Combobox
          label={m.timezone}
          search={m.findZone}
          choices={ZONE_CHOICES}
          value={timezone}
          onChange={(timezone) => change({ timezone })}
        />
      </div>
      <Field label={m.targetType}>
        <Select
          choices={choicesOf(m.targetTypes)}
          value={target_type}
          onChange={(target_type) => change({ target_type })}
        />
      </Field>
      {isHttp ? (
        <Field label={m.url} name="target_url" hint={m.urlHint}>
          <Input
            type="url"
            required
            autoComplete="off"
            placeholder="https://"
            value={url}
            onValueChange={(url) => change({ url })}
          />
        </Field>
      ) : (
        <div className={classes.labelled}>
          <span>{m.functionSlug}</span>
          <Combobox
            label={m.functionSlug}
            search={m.findFunction}
            placeholder={slugs.length === 0 ? m.noFunctions : m.findFunction}
            choices={slugs}
            value={slug}
            onChange={(slug) => change({ slug })}
          />
        </div>
      )}
      <Field
        label={m.payload}
        name="payload"
        hint={m.payloadHint}
        error={payload === undefined ? m.payloadWrong : undefined}
      >
        <Textarea code value={draft.payload} onValueChange={(payload) => change({ payload })} />
      </Field>
      <Field label={m.overlap}>
        <Select choices={choicesOf(m.overlaps)} value={overlap} onChange={(overlap) => change({ overlap })} />
      </Field>
      <Checkbox
        label={m.enabled}
        hint={m.enabledHint}
        checked={enabled}
        onChange={(enabled) => change({ enabled })}
      />
    </FormDialog>
  )
}

// A payload as it is typed: null is none, undefined is no JSON object.
function payloadOf(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
