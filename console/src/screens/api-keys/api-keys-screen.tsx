// API keys of a project: made and rotated with the key shown once, changed, and revoked.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { NewApiKey } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { apiKeysQuery } from '#api/project/api-keys.ts'
import { useMessages } from '#i18n/language.tsx'
import { ListScreen } from '#ui/lists/list-screen.tsx'
import { ShownOnce } from '#ui/overlays/shown-once.tsx'
import { ChangeKey } from './change-key.tsx'
import { CreateKey } from './create-key.tsx'
import { type Act, KeyList } from './key-list.tsx'
import { messages } from './messages.ts'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/api-keys')

/** ApiKeysScreen lists the keys of a project. */
export function ApiKeysScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { create, search = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const mayWrite = useMay(projectId)('api_keys:write')
  const keys = useQuery(apiKeysQuery(projectId))
  const [made, setMade] = useState<NewApiKey>()
  const [act, setAct] = useState<Act>()
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  const close = async () => {
    setAct(undefined)
    if (create) await openForm(undefined)
  }
  const refresh = () => client.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey })
  const done = async (key?: NewApiKey) => {
    if (key !== undefined) setMade(key)
    await close()
    await refresh()
  }
  return (
    <>
      <ListScreen
        words={m}
        icon={<KeyRound aria-hidden />}
        query={keys}
        textOf={({ name, prefix }) => `${name} ${prefix}`}
        search={search}
        onSearch={(search) => navigate({ search: (now) => ({ ...now, search }), replace: true })}
        onCreate={mayWrite ? () => openForm(true) : undefined}
      >
        {(rows) => <KeyList keys={rows} onAct={mayWrite ? setAct : undefined} />}
      </ListScreen>
      {create && mayWrite ? <CreateKey projectId={projectId} onMade={done} onClose={close} /> : null}
      {made === undefined ? null : (
        <ShownOnce words={m} text={made.key} what={made.name} onClose={() => setMade(undefined)} />
      )}
      {act?.name === 'change' ? (
        <ChangeKey projectId={projectId} apiKey={act.key} onDone={() => done()} onClose={close} />
      ) : null}
      {act?.name === 'rotate' ? (
        <RotateKey projectId={projectId} apiKey={act.key} onMade={done} onClose={close} />
      ) : null}
      {act?.name === 'revoke' ? (
        <RevokeKey projectId={projectId} apiKey={act.key} onDone={() => done()} onClose={close} />
      ) : null}
    </>
  )
}
