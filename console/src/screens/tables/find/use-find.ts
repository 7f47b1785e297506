// A search in the rows that are loaded, while its bar is open.
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Row } from '#api/data/rows.ts'
import type { GridColumn } from '#grid/columns.ts'
import type { RowPages } from '#grid/row-pages.ts'
import { type Found, findInRows, type LabelOf } from './find-in-rows.ts'

/** Find is the text that is looked for, undefined while the bar is closed, and where it stands. */
export interface Find {
  readonly text: string | undefined
  readonly found: Found | undefined
  readonly setText: (text: string | undefined) => void
}

/** useFind opens the bar by Ctrl F. A second one is left to the browser. `version` is another one when rows are. */
export function useFind(
  pages: RowPages<Row>,
  columns: readonly GridColumn[],
  labelOf: LabelOf,
  version: string,
  enabled: boolean,
): Find {
  const [text, setText] = useState<string>()
  const wanted = useDeferredValue(text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for what pages and labels hold.
  const found = useMemo(
    () => (wanted === undefined ? undefined : findInRows(wanted, pages.loaded(), columns, labelOf)),
    [wanted, pages, columns, version],
  )
  const isOpen = text !== undefined
  useEffect(() => {
    if (!enabled || isOpen) return
    const press = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'f'
      if (!isFind || document.querySelector('[role=dialog]') !== null) return
      event.preventDefault()
      setText('')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [enabled, isOpen])
  return { text, found, setText }
}
