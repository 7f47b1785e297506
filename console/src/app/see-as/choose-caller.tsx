// The choice of a caller whose rows are looked at.
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { setupQuery } from '#api/account/accounts.ts'
import { ANY_KEY } from '#api/data/seen-as.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { apiKeysQuery } from '#api/project/api-keys.ts'
import { usersQuery } from '#api/project/users.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './see-as.module.css'

/** ChooseCaller offers the keys and users of a project. */
export function ChooseCaller({
  projectId,
  onChoose,
  onClose,
}: {
  readonly projectId: string
  readonly onChoose: (caller: string) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const may = useMay(projectId)
  const mayUsers = setup.modules.includes('auth') && may('auth:read')
  const [search, setSearch] = useState('')
  const users = useInfiniteQuery({ ...usersQuery(projectId, search), enabled: mayUsers })
  const { data: keys = [] } = useQuery({ ...apiKeysQuery(projectId), enabled: may('api_keys:read') })
  const found = users.data?.pages.flatMap((page) => page.users).filter(({ is_active }) => is_active) ?? []
  return (
    <Dialog open title={m.title} about={m.about} onClose={onClose}>
      <h3>{m.keys}</h3>
      <div className={classes.callers}>
        <Button onClick={() => onChoose(ANY_KEY)}>{m.publishable}</Button>
        {keys.map(({ id, name }) => (
          <Button key={id} onClick={() => onChoose(`key:${id}`)}>
            {name}
          </Button>
        ))}
      </div>
      {mayUsers ? (
        <>
          <h3>{m.users}</h3>
          <SearchInput label={m.search} value={search} onChange={setSearch} />
          {users.isPending ? <Skeleton /> : null}
          {users.isError ? <ErrorState error={users.error} onRetry={users.refetch} /> : null}
          {users.isSuccess && found.length === 0 ? <p>{common.states.nothing}</p> : null}
          <div className={classes.callers}>
            {found.map(({ id, email, phone, full_name }) => (
              <Button key={id} onClick={() => onChoose(`user:${id}`)}>
                {email ?? phone ?? full_name ?? id}
              </Button>
            ))}
          </div>
        </>
      ) : null}
    </Dialog>
  )
}
