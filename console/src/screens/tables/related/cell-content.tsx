// What is shown in cells that refer to something: the label of a row, a file with its picture, the size of bytes.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { imageQuery, isPicture } from '#api/services/storage.ts'
import type { GridColumn } from '#grid/columns.ts'
import { useLanguage } from '#i18n/language.tsx'
import { useObjectUrl } from '#ui/page/use-object-url.ts'
import { sizeOf } from './bytes.ts'
import classes from './related.module.css'
import type { Related } from './use-related.ts'

const SIDE = 48
// Rows that are scrolled past ask for no pictures.
const REST_MS = 150

/** cellContent returns what stands in a cell in place of its value, or undefined. */
export function cellContent(
  projectId: string,
  related: Related,
): (column: GridColumn, value: unknown) => ReactNode | undefined {
  return (column, value) => {
    if (column.kind === 'bytes') return typeof value === 'string' ? <Size text={value} /> : undefined
    const text = related.textOf(column, value)
    const row = related.find(column, value)
    if (text === undefined || row === null || row === undefined) return undefined
    return (
      <span className={classes.content} title={row.id}>
        {column.kind === 'file' && isPicture(String(row.mime_type)) ? (
          <Thumbnail projectId={projectId} id={row.id} size={String(row.size)} />
        ) : null}
        <bdi>{text}</bdi>
      </span>
    )
  }
}

function Thumbnail({
  projectId,
  id,
  size,
}: {
  readonly projectId: string
  readonly id: string
  readonly size: string
}) {
  const [rests, setRests] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRests(true), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({ ...imageQuery(projectId, id, size, SIDE), enabled: rests })
  const url = useObjectUrl(data)
  return url === undefined ? (
    <span className={classes.picture} />
  ) : (
    <img src={url} alt="" className={classes.picture} />
  )
}

function Size({ text }: { readonly text: string }) {
  const { format } = useLanguage()
  return (
    <span className={classes.content}>
      <span>{format.bytes(sizeOf(text))}</span>
      <code>{text.slice(2, 18)}</code>
    </span>
  )
}
