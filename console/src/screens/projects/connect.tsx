// How to connect to a project: its address, a publishable key, and a program with both in it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import { queryClient } from '#api/client/query-client.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { apiKeysQuery, createKey } from '#api/project/api-keys.ts'
import { readTypes, TYPE_FILES, type TypeLanguage } from '#api/project/types.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyButton, CopyField } from '#ui/buttons/copy-button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { saveFile } from '#ui/page/save-file.ts'
import { CallSnippets } from '#ui/snippets/call-snippets.tsx'
import { messages } from './messages.ts'
import classes from './projects.module.css'

const route = getRouteApi('/signed-in/projects/$projectId/')

const SECRET = /^msk_/
const PLACEHOLDER = { table: 'YOUR_TABLE', key: 'YOUR_KEY' }

/** Connect shows the real values. The key is in memory alone: the server does not keep it. */
export function Connect({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { home } = m
  const [key, setKey] = useState('')
  return (
    <Card label={home.connect}>
      <div className={classes.connect}>
        <p className={classes.muted}>{home.connectHint}</p>
        <dl className={classes.values}>
          <dt>{home.address}</dt>
          <dd>
            <CopyField text={`${location.origin}/api/v1`} what={home.address} />
          </dd>
          <dt>{home.projectId}</dt>
          <dd>
            <CopyField text={projectId} what={home.projectId} />
          </dd>
        </dl>
        <KeyField projectId={projectId} value={key} onChange={setKey} />
        <Snippets projectId={projectId} apiKey={key === '' || SECRET.test(key) ? PLACEHOLDER.key : key} />
        <Types projectId={projectId} />
      </div>
    </Card>
  )
}

function Types({ projectId }: { readonly projectId: string }) {
  const { home } = useMessages(messages)
  const may = useMay(projectId)
  const save = useAct(home.types, {
    mutationFn: (language: TypeLanguage) => readTypes(projectId, language),
    onSuccess: (text, language) =>
      saveFile(TYPE_FILES[language].file, new Blob([text], { type: 'text/plain' })),
  })
  if (!may('data:read')) return null
  const languages = Object.keys(TYPE_FILES) as TypeLanguage[]
  return (
    <div className={classes.key}>
      <p className={classes.muted}>{home.typesHint}</p>
      <Menu
        label={home.types}
        trigger={
          <Button busy={save.isPending}>
            <Download aria-hidden />
            {home.types}
          </Button>
        }
      >
        {languages.map((language) => (
          <MenuItem key={language} onSelect={() => save.mutate(language)}>
            {TYPE_FILES[language].title}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

function KeyField({
  projectId,
  value,
  onChange,
}: {
  readonly projectId: string
  readonly value: string
  readonly onChange: (key: string) => void
}) {
  const m = useMessages(messages)
  const { home } = m
  const may = useMay(projectId)
  const make = useAct(home.createKey, {
    mutationFn: () => {
      const body = { name: home.keyName, kind: 'publishable', scopes: ['*'], expires_at: null } as const
      return createKey(projectId, { ...body, scopes: [...body.scopes] })
    },
    onSuccess: async ({ key }) => {
      onChange(key)
      toast(home.keyMade)
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey })
    },
  })
  return (
    <div className={classes.key}>
      <Field
        label={home.publishable}
        hint={home.publishableHint}
        error={SECRET.test(value) ? home.secretKey : undefined}
      >
        <Input
          autoComplete="off"
          spellCheck={false}
          placeholder="mpk_…"
          value={value}
          onValueChange={(text) => onChange(text.replace(/[^\w-]/g, ''))}
        />
      </Field>
      {value !== '' && !SECRET.test(value) ? <CopyButton text={value} what={home.publishable} /> : null}
      {may('api_keys:write') ? (
        <Button busy={make.isPending} onClick={() => make.mutate()}>
          {home.createKey}
        </Button>
      ) : null}
    </div>
  )
}

function Snippets({ projectId, apiKey }: { readonly projectId: string; readonly apiKey: string }) {
  const m = useMessages(messages)
  const { home } = m
  const may = useMay(projectId)
  const { data: tables = [] } = useQuery({ ...tablesQuery(projectId), enabled: may('schema:read') })
  const { language } = route.useSearch()
  const navigate = route.useNavigate()
  // Every project has the table of its users; what it has made itself says more.
  const table = tables.find(({ read_only }) => !read_only)?.slug ?? PLACEHOLDER.table
  return (
    <CallSnippets
      label={home.language}
      place={{ server: location.origin, project: projectId, key: apiKey }}
      chain={[['from', table], ['limit', 10], ['list']]}
      language={language}
      onLanguage={(language) => navigate({ search: { language }, replace: true, resetScroll: false })}
    />
  )
}
