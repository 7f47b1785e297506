// The variables of one environment: found, created, changed, deleted, and edited together as a .env file.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileText, Pencil, Plus, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Variable } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { variablesQuery } from '#api/project/environment.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { SearchInput } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { BulkEdit } from './bulk-edit.tsx'
import classes from './environment.module.css'
import { matches } from './environment-search.ts'
import { messages } from './messages.ts'
import { ChangeVariable, CreateVariable, DeleteVariable } from './variable-forms.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/environment')

interface Act {
  readonly name: 'change' | 'delete'
  readonly variable: Variable
}

/** Variables is one environment, which is in the address. */
export function Variables() {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const words = m.variables
  const { projectId } = route.useParams()
  const { environment = 'production', search = '', form } = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay(projectId)('env:write')
  const variables = useQuery(variablesQuery(projectId, environment))
  const [act, setAct] = useState<Act>()
  const open = (form: 'create' | 'bulk' | undefined) => navigate({ search: (now) => ({ ...now, form }) })
  // As it is stored now: somebody else may have changed it.
  const acted = variables.data?.find(({ id }) => id === act?.variable.id) ?? act?.variable
  const rows = variables.data?.filter(({ key }) => matches(search, key))
  const buttons = (
    <div className={classes.actions}>
      <Button onClick={() => open('bulk')}>
        <FileText aria-hidden />
        {words.bulk}
      </Button>
      <Button kind="primary" onClick={() => open('create')}>
        <Plus aria-hidden />
        {words.create}
      </Button>
    </div>
  )
  const none = variables.data?.length === 0
  return (
    <>
      <p className={classes.about}>{words.about}</p>
      <Toolbar>
        <div className={classes.choice}>
          <Select
            label={words.environment}
            choices={choicesOf(words.environments)}
            value={environment}
            onChange={(environment) =>
              navigate({ search: (now) => ({ ...now, environment }), replace: true })
            }
          />
        </div>
        <SearchInput
          label={words.search}
          value={search}
          onChange={(text) =>
            navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })
          }
        />
        {rows === undefined ? null : <span>{words.shown(rows.length, plural)}</span>}
        {mayWrite && !none ? buttons : null}
      </Toolbar>
      {variables.isPending ? <Skeleton /> : null}
      {variables.isError ? <ErrorState error={variables.error} onRetry={variables.refetch} /> : null}
      {none ? (
        <Card>
          <EmptyState
            icon={<SlidersHorizontal aria-hidden />}
            title={words.emptyTitle}
            {...(mayWrite && { hint: words.emptyHint, action: buttons })}
          />
        </Card>
      ) : null}
      {rows !== undefined && !none ? (
        <VariableList variables={rows} onAct={mayWrite ? setAct : undefined} />
      ) : null}
      {form === 'create' && mayWrite ? (
        <CreateVariable projectId={projectId} environment={environment} onClose={() => open(undefined)} />
      ) : null}
      {form === 'bulk' && mayWrite ? (
        <BulkEdit projectId={projectId} environment={environment} onClose={() => open(undefined)} />
      ) : null}
      {act?.name === 'change' && acted !== undefined ? (
        <ChangeVariable projectId={projectId} variable={acted} onClose={() => setAct(undefined)} />
      ) : null}
      {act?.name === 'delete' && acted !== undefined ? (
        <DeleteVariable projectId={projectId} variable={acted} onClose={() => setAct(undefined)} />
      ) : null}
    </>
  )
}

function VariableList({
  variables,
  onAct,
}: {
  readonly variables: readonly Variable[]
  readonly onAct: ((act: Act) => void) | undefined
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.variables
  const columns: Column<Variable>[] = [
    { title: words.key, cell: ({ key }) => <code className={classes.key}>{key}</code> },
    {
      title: words.value,
      cell: ({ value }) =>
        value === '' ? (
          <span className={classes.empty}>{words.empty}</span>
        ) : (
          <code className={classes.value} title={value.slice(0, 2000)}>
            {value.slice(0, 500)}
          </code>
        ),
    },
    { title: words.changed, cell: ({ updated_at }) => <Moment iso={updated_at} relative /> },
  ]
  if (onAct !== undefined)
    columns.push({
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (variable) => (
        <Menu label={`${common.actions.menu}: ${variable.key}`}>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAct({ name: 'change', variable })}>
            {words.edit}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onAct({ name: 'delete', variable })}>
            {words.delete}
          </MenuItem>
        </Menu>
      ),
    })
  return (
    <Card>
      {variables.length === 0 ? (
        <EmptyState title={common.states.nothing} />
      ) : (
        <Table label={m.tabs.variables} columns={columns} rows={variables} rowKey={({ id }) => id} />
      )}
    </Card>
  )
}
