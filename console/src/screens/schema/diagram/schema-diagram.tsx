// The diagram of a schema, which the members of the project arrange together.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Diagram as Drawn, Table } from '#api/client/schemas.ts'
import { diagramQuery } from '#api/data/schema.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { Diagram } from '#diagram/diagram.tsx'
import { useSchema } from '#screens/schema/search.ts'
import { type LinkStart, RelationshipForm } from '#screens/schema/tables/relationship-form.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { useArrangement } from './use-arrangement.ts'

/** SchemaDiagram shows all tables with their relationships. */
export function SchemaDiagram({ tables }: { readonly tables: readonly Table[] }) {
  const { projectId } = useSchema()
  const diagram = useQuery(diagramQuery(projectId))
  if (diagram.isPending) return <Skeleton lines={6} />
  if (diagram.isError) return <ErrorState error={diagram.error} onRetry={diagram.refetch} />
  return <Arranged diagram={diagram.data} tables={tables} />
}

function Arranged({ diagram, tables }: { readonly diagram: Drawn; readonly tables: readonly Table[] }) {
  const { projectId, search, show } = useSchema()
  const mayLink = useMay(projectId)('schema:write')
  const { arrangement, arrange, isPending } = useArrangement(projectId, diagram)
  const [start, setStart] = useState<LinkStart & { readonly from: string }>()
  const from = tables.find(({ slug }) => slug === start?.from)
  const end = () => setStart(undefined)
  if (isPending) return <Skeleton lines={6} />
  return (
    <>
      <Diagram
        diagram={diagram}
        arrangement={arrangement}
        near={search.near}
        onArrange={arrange}
        onNear={(near) => show({ ...search, near })}
        onOpen={(table) => show({ table })}
        onLink={mayLink ? setStart : undefined}
      />
      {from === undefined ? null : (
        <RelationshipForm
          projectId={projectId}
          table={from}
          tables={tables}
          start={start}
          onDone={end}
          onClose={end}
        />
      )}
    </>
  )
}
