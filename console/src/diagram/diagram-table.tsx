// A table in the diagram.
import { Handle, type NodeProps, Position, useUpdateNodeInternals } from '@xyflow/react'
import { KeyRound, Link2 } from 'lucide-react'
import { createContext, memo, useContext, useEffect } from 'react'
import { useMessages } from '#i18n/language.tsx'
import classes from './diagram.module.css'
import { messages } from './messages.ts'
import type { TableNode } from './model.ts'

/** NEAR is the zoom below which columns cannot be read, and are not drawn. */
export const NEAR = 0.45

/** IsNear is whether columns are drawn. */
export const IsNear = createContext(true)

/** DiagramTable draws a table; from the dot at a column, a relationship is dragged to another table. */
export const DiagramTable = memo(function DiagramTable({ id, data, selected }: NodeProps<TableNode>) {
  const m = useMessages(messages)
  const isNear = useContext(IsNear)
  const measure = useUpdateNodeInternals()
  const { table, folded, mayLink } = data
  const hasDots = isNear && mayLink && !folded && !table.read_only
  useEffect(() => {
    // Where the dots are is measured when they appear.
    if (hasDots) measure(id)
  }, [hasDots, id, measure])
  return (
    <div className={classes.table} data-table={id} data-selected={selected} data-far={!isNear}>
      {/* Each of these is costly, and only read where dots are measured. */}
      {hasDots ? (
        <>
          <Handle type="source" position={Position.Left} isConnectable={false} className={classes.anchor} />
          <Handle type="target" position={Position.Left} isConnectable={false} className={classes.anchor} />
        </>
      ) : null}
      <p className={classes.name} title={table.name}>
        {table.name}
      </p>
      {folded || !isNear ? null : (
        <ul>
          {table.columns.map((column) => (
            <li key={column.id} data-column={column.name} className={classes.column}>
              {column.primary_key ? <KeyRound aria-label={m.primaryKey} /> : null}
              {column.foreign_key ? <Link2 aria-label={m.foreignKey} /> : null}
              <span className={classes.columnName} data-required={column.required}>
                {column.name}
              </span>
              <code>{column.data_type}</code>
              {hasDots ? (
                <Handle
                  type="source"
                  id={column.name}
                  position={Position.Right}
                  className={classes.dot}
                  aria-hidden
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
})
