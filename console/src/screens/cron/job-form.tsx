// The form of a cron job, new or changed.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cronKey, saveCronJob } from '#api/cron.ts'
import { functionsQuery } from '#api/functions.ts'
import type { CronJob, CronJobCreate } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { choicesOf } from '#ui/choices.ts'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './cron.module.css'
import { wordsOf } from './schedule-words.ts'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
const ZONE_CHOICES = ZONES.map((value) => ({ value, label: value }))

type Draft = Pick<CronJobCreate, 'name' | 'schedule' | 'timezone' | 'target_type' | 'overlap' | 'enabled'> & {
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
  const { m, format } = useLanguage()
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(job))
  const [isTouched, setTouched] = useState(false)
  const change = (part: Partial<Draft>) => {
    setTouched(true)
    setDraft((now) => ({ ...now, ...part }))
  }
  const payload = payloadOf(draft.payload)
  const functions = useQuery(functionsQuery(projectId))
  const slugs = (functions.data ?? []).map(({ slug, name }) => ({ value: slug, label: `${name} (${slug})` }))
  const { name, schedule, timezone, target_type, overlap, enabled, url, slug } = draft
  const isHttp = target_type === 'http'
  const attempt = useMutation({
    mutationFn: () =>
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
      }),
    onSuccess: async () => {
      toast(m.cron.saved(name))
      onClose()
      await client.invalidateQueries({ queryKey: cronKey(projectId) })
    },
  })
  return (
    <FormDialog
      title={job === undefined ? m.cron.create : m.cron.editTitle(job.name)}
      action={job === undefined ? m.common.actions.create : m.cron.save}
      ready={payload !== undefined && (isHttp || slug !== '')}
      dirty={isTouched && !attempt.isPending && !attempt.isSuccess}
      busy={attempt.isPending}
      onSubmit={() => attempt.mutate()}
      onClose={onClose}
    >
      {attempt.error === null ? null : (
        <p role="alert" className={classes.failure}>
          {attempt.error.message}
        </p>
      )}
      <Field label={m.cron.columns.name}>
        <Input
          required
          maxLength={100}
          autoFocus
          autoComplete="off"
          value={name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <Field label={m.cron.columns.schedule} hint={wordsOf(schedule, m, format) ?? m.cron.scheduleHint}>
        <Input
          required
          autoComplete="off"
          spellCheck={false}
          value={schedule}
          onValueChange={(schedule) => change({ schedule })}
        />
      </Field>
      <div className={classes.labelled}>
        <span>{m.cron.timezone}</span>
        <Combobox
          label={m.cron.timezone}
          search={m.cron.findZone}
          choices={ZONE_CHOICES}
          value={timezone}
          onChange={(timezone) => change({ timezone })}
        />
      </div>
      <Field label={m.cron.targetType}>
        <Select
          choices={choicesOf(m.cron.targetTypes)}
          value={target_type}
          onChange={(target_type) => change({ target_type })}
        />
      </Field>
      {isHttp ? (
        <Field label={m.cron.url} hint={m.cron.urlHint}>
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
          <span>{m.cron.functionSlug}</span>
          <Combobox
            label={m.cron.functionSlug}
            search={m.cron.findFunction}
            placeholder={slugs.length === 0 ? m.cron.noFunctions : m.cron.findFunction}
            choices={slugs}
            value={slug}
            onChange={(slug) => change({ slug })}
          />
        </div>
      )}
      <Field
        label={m.cron.payload}
        hint={m.cron.payloadHint}
        error={payload === undefined ? m.cron.payloadWrong : undefined}
      >
        <Textarea code value={draft.payload} onValueChange={(payload) => change({ payload })} />
      </Field>
      <Field label={m.cron.overlap}>
        <Select
          choices={choicesOf(m.cron.overlaps)}
          value={overlap}
          onChange={(overlap) => change({ overlap })}
        />
      </Field>
      <Checkbox
        label={m.cron.enabled}
        hint={m.cron.enabledHint}
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
