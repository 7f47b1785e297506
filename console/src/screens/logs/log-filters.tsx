// The line of filters above the request log.
import { useQuery } from '@tanstack/react-query'
import { apiKeysQuery } from '#api/api-keys.ts'
import { useMay } from '#api/permissions.ts'
import { METHODS } from '#api/request-logs.ts'
import { useLanguage } from '#i18n/language.tsx'
import { choicesOf } from '#ui/choices.ts'
import { SearchInput } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import type { LogSearch } from './log-search.ts'
import classes from './logs.module.css'

const ALL = 'all'
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
  const { m } = useLanguage()
  const may = useMay(projectId)
  const mayReadKeys = may('api_keys:read')
  const { data: keys = [] } = useQuery({ ...apiKeysQuery(projectId), enabled: mayReadKeys })
  const methods = [
    { value: ALL, label: m.logs.anyMethod },
    ...METHODS.map((value) => ({ value, label: value })),
  ]
  const callers = [
    { value: ALL, label: m.logs.anyKey },
    ...keys.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div className={classes.filters}>
      <SearchInput
        label={m.logs.filters.path}
        value={search.path ?? ''}
        onChange={(path) => onChange({ path: path || undefined })}
      />
      <Select
        label={m.logs.filters.span}
        choices={choicesOf(m.logs.spans)}
        value={search.span ?? ALL}
        onChange={(span) => onChange({ span: unlessAll(span) })}
      />
      <Select
        label={m.logs.filters.status}
        choices={choicesOf(m.logs.statuses)}
        value={(search.status ?? ALL) as keyof typeof m.logs.statuses}
        onChange={(status) => onChange({ status: unlessAll(status) })}
      />
      <Select
        label={m.logs.filters.method}
        choices={methods}
        value={search.method ?? ALL}
        onChange={(method) => onChange({ method: unlessAll(method) })}
      />
      <Select
        label={m.logs.filters.duration}
        choices={choicesOf(m.logs.durations)}
        value={String(search.min_duration_ms ?? ALL) as keyof typeof m.logs.durations}
        onChange={(least) => onChange({ min_duration_ms: least === ALL ? undefined : Number(least) })}
      />
      {mayReadKeys ? (
        <Select
          label={m.logs.filters.key}
          choices={callers}
          value={search.key ?? ALL}
          onChange={(key) => onChange({ key: unlessAll(key), user: undefined })}
        />
      ) : null}
    </div>
  )
}
