// Who calls: the viewer, any publishable key, or an end user of the project.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#api/organisations/permissions.ts'
import { usersQuery } from '#api/project/users.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import classes from './graphql.module.css'
import { messages } from './messages.ts'

const ME = 'me'

/** CallerField chooses the caller; undefined is the viewer. */
export function CallerField({
  projectId,
  value,
  onChange,
}: {
  readonly projectId: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const may = useMay(projectId)
  const [search, setSearch] = useState('')
  const users = useInfiniteQuery(usersQuery(projectId, search))
  // As somebody else may call who may write rows and read policies.
  if (!may('data:write') || !may('policies:read')) return null
  const found = users.data?.pages.flatMap((page) => page.users) ?? []
  const choices = [
    { value: ME, label: m.me },
    { value: 'key', label: m.publishable },
    ...found.map(({ id, email, phone }) => ({ value: id, label: email ?? phone ?? id })),
  ]
  if (value !== undefined && choices.every((choice) => choice.value !== value))
    choices.push({ value, label: value })
  return (
    <div className={classes.caller}>
      <div className={classes.chosen}>
        <Combobox
          label={m.caller}
          search={common.actions.search}
          choices={choices}
          value={value ?? ME}
          onChange={(next) => onChange(next === ME ? undefined : next)}
        />
      </div>
      <SearchInput label={m.searchUsers} value={search} onChange={setSearch} />
    </div>
  )
}

/** actAs returns the header that has the server answer for a caller. */
export function actAs(caller: string | undefined): Record<string, string> {
  if (caller === undefined) return {}
  return { 'x-msingi-as': caller === 'key' ? 'key:publishable' : `user:${caller}` }
}
