// The line of filters above the request log.
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#api/organisations/permissions.ts'
import { apiKeysQuery } from '#api/project/api-keys.ts'
import { METHODS } from '#api/project/request-logs.ts'
import { useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { FilterInput, SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { SpanFilter } from '#ui/lists/span-filter.tsx'
import type { LogSearch } from './log-search.ts'
import classes from './logs.module.css'
import { messages } from './messages.ts'

const ALL = 'all'
// Statuses that are looked for by themselves.
const STATUSES = ['401', '403', '404', '409', '429', '499', '500', '503']
const unlessAll = (value: string) => (value === ALL ? undefined : value)

/** LogFilters changes the filters one by one. */
export function LogFilters({
  projectId,
  search,
  onChange,
}: {
  readonly projectId: string
  readonly search: LogSearch
  readonly onChange: (change: Record<string, unknown>) => void
}) {
  const m = useMessages(messages)
  const may = useMay(projectId)
  const mayReadKeys = may('api_keys:read')
  const { data: keys = [] } = useQuery({ ...apiKeysQuery(projectId), enabled: mayReadKeys })
  const methods = [{ value: ALL, label: m.anyMethod }, ...METHODS.map((value) => ({ value, label: value }))]
  const callers = [
    { value: ALL, label: m.anyKey },
    ...keys.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const own = [...new Set([...STATUSES, search.status ?? ALL])].filter((status) => !(status in m.statuses))
  const statuses = [...choicesOf<string>(m.statuses), ...own.map((value) => ({ value, label: value }))]
  return (
    <div className={classes.filters}>
      <SearchInput
        label={m.filters.path}
        value={search.path ?? ''}
        onChange={(path) => onChange({ path: path || undefined })}
      />
      <SpanFilter
        label={m.filters.span}
        spans={m.spans}
        from={m.from}
        until={m.until}
        value={search}
        onChange={(span) => onChange({ ...span, ...(span.until !== undefined && { follow: undefined }) })}
      />
      <Select
        label={m.filters.status}
        choices={statuses}
        value={search.status ?? ALL}
        onChange={(status) => onChange({ status: unlessAll(status) })}
      />
      <Select
        label={m.filters.method}
        choices={methods}
        value={search.method ?? ALL}
        onChange={(method) => onChange({ method: unlessAll(method) })}
      />
      <Select
        label={m.filters.duration}
        choices={choicesOf(m.durations)}
        value={String(search.min_duration_ms ?? ALL) as keyof typeof m.durations}
        onChange={(least) => onChange({ min_duration_ms: least === ALL ? undefined : Number(least) })}
      />
      {mayReadKeys ? (
        <Select
          label={m.filters.key}
          choices={callers}
          value={search.key ?? ALL}
          onChange={(key) => onChange({ key: unlessAll(key), user: undefined })}
        />
      ) : null}
      <FilterInput
        label={m.filters.user}
        value={search.user ?? ''}
        onChange={(user) => onChange({ user: user || undefined, key: undefined })}
      />
      <FilterInput
        label={m.filters.address}
        value={search.address ?? ''}
        onChange={(address) => onChange({ address: address || undefined })}
      />
    </div>
  )
}
