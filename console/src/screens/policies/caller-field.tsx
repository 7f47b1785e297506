// Whom policies are tried as: nobody who is signed in, a key, or an end user.
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { setupQuery } from '#api/account/accounts.ts'
import { ANY_KEY } from '#api/data/seen-as.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { apiKeysQuery } from '#api/project/api-keys.ts'
import { userQuery, usersQuery } from '#api/project/users.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { Toolbar } from '#ui/page/page-header.tsx'
import { messages } from './messages.ts'

type Named = {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly full_name: string | null
}

/** CallerField chooses `user:<id>`, `key:<id>` or ANY_KEY. */
export function CallerField({
  projectId,
  value,
  onChange,
}: {
  readonly projectId: string
  readonly value: string
  readonly onChange: (caller: string) => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const may = useMay(projectId)
  const mayUsers = setup.modules.includes('auth') && may('auth:read')
  const [search, setSearch] = useState('')
  const users = useInfiniteQuery({ ...usersQuery(projectId, search), enabled: mayUsers })
  const keys = useQuery({ ...apiKeysQuery(projectId), enabled: may('api_keys:read') })
  const found = users.data?.pages.flatMap((page) => page.users).filter(({ is_active }) => is_active) ?? []
  const choices = [
    { value: ANY_KEY, label: m.nobody },
    ...(keys.data ?? []).map(({ id, name, kind }) => ({ value: `key:${id}`, label: m.key(name, kind) })),
    ...found.map(choiceOf),
  ]
  // Who was chosen may be none of those who are found now.
  const id = value.startsWith('user:') ? value.slice('user:'.length) : ''
  const isElsewhere = mayUsers && id !== '' && choices.every((choice) => choice.value !== value)
  const { data: user } = useQuery({ ...userQuery(projectId, id), enabled: isElsewhere })
  if (isElsewhere && user !== undefined) choices.push(choiceOf(user))
  return (
    <Toolbar>
      {mayUsers ? <SearchInput label={m.searchUsers} value={search} onChange={setSearch} /> : null}
      <div>
        <Combobox
          label={m.caller}
          search={common.actions.search}
          choices={choices}
          value={value}
          onChange={onChange}
        />
      </div>
    </Toolbar>
  )
}

function choiceOf({ id, email, phone, full_name }: Named) {
  return { value: `user:${id}`, label: email ?? phone ?? full_name ?? id }
}
