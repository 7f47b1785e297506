// The line above the list of users: search, filters, and how many there are.
import { useQuery } from '@tanstack/react-query'
import { rolesQuery } from '#api/data/policies.ts'
import { providersQuery } from '#api/project/auth.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { SpanFilter } from '#ui/lists/span-filter.tsx'
import { messages } from './messages.ts'
import classes from './users.module.css'
import type { UsersSearch } from './users-search.ts'

const ALL = 'all'

/** UserFilters changes the filters one by one. */
export function UserFilters({
  projectId,
  view,
  shown,
  total,
  onChange,
}: {
  readonly projectId: string
  readonly view: UsersSearch
  readonly shown: number | undefined
  readonly total: number
  readonly onChange: (change: UsersSearch) => void
}) {
  const m = useMessages(messages)
  const { common, plural } = useLanguage()
  const { data: roles = [] } = useQuery(rolesQuery(projectId))
  const { data: providers = [] } = useQuery(providersQuery(projectId))
  const { byState, byConfirmed, filters } = m
  const confirmed = view.confirmed === undefined ? ALL : view.confirmed ? 'true' : 'false'
  return (
    <div className={classes.filters}>
      <SearchInput
        label={m.search}
        value={view.search ?? ''}
        onChange={(search) => onChange({ search: search || undefined })}
      />
      <Select
        label={filters.state}
        choices={choicesOf(byState)}
        value={view.state ?? ALL}
        onChange={(state) => onChange({ state: state === ALL ? undefined : state })}
      />
      <Select
        label={filters.confirmed}
        choices={choicesOf(byConfirmed)}
        value={confirmed}
        onChange={(value) => onChange({ confirmed: value === ALL ? undefined : value === 'true' })}
      />
      {roles.length === 0 ? null : (
        <Combobox
          label={filters.role}
          search={common.actions.search}
          choices={[
            { value: ALL, label: m.anyRole },
            ...roles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={view.role ?? ALL}
          onChange={(role) => onChange({ role: role === ALL ? undefined : role })}
        />
      )}
      {providers.length === 0 ? null : (
        <Combobox
          label={filters.provider}
          search={common.actions.search}
          choices={[
            { value: ALL, label: m.anyProvider },
            ...providers.map(({ name }) => ({ value: name, label: name })),
          ]}
          value={view.provider ?? ALL}
          onChange={(provider) => onChange({ provider: provider === ALL ? undefined : provider })}
        />
      )}
      <SpanFilter
        label={m.columns.created}
        spans={m.byCreated}
        from={filters.from}
        until={filters.until}
        value={view}
        onChange={onChange}
      />
      {shown === undefined ? null : <span className={classes.count}>{m.shown(shown, total, plural)}</span>}
    </div>
  )
}
