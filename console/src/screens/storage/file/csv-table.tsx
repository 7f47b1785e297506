// The first rows of a CSV file as a table.
import { useMemo } from 'react'
import { readTable } from '#grid/clipboard.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import classes from '#screens/storage/storage.module.css'

const MOST_ROWS = 200
const MOST_COLUMNS = 50

/** CsvTable shows the first row as titles; `isCut` is whether the text ends amid the file. */
export function CsvTable({
  label,
  text,
  isCut,
}: {
  readonly label: string
  readonly text: string
  readonly isCut: boolean
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { titles, rows, isMore } = useMemo(() => tableOf(text, isCut), [text, isCut])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables are scrolled with the keyboard. */}
      <section className={classes.csv} aria-label={label} tabIndex={0}>
        <table aria-label={label}>
          <thead>
            <tr>
              {titles.map((title, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change, and titles can be the same
                <th key={column} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={row}>
                {titles.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={column}>{cells[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {isMore ? <p className={classes.muted}>{m.rowsShown(format.number(rows.length))}</p> : null}
    </>
  )
}

function tableOf(text: string, isCut: boolean) {
  const plain = text.replace(/^\uFEFF/, '')
  // One more than are shown, to know whether there are more.
  const all = readTable(plain, separatorOf(plain), MOST_ROWS + 2)
  const [first = [], ...rest] = all
  // The last row of a part of a file may be broken off.
  const whole = isCut && rest.length <= MOST_ROWS ? rest.slice(0, -1) : rest
  const widest = Math.max(first.length, ...whole.map((cells) => cells.length))
  const titles = Array.from({ length: Math.min(widest, MOST_COLUMNS) }, (_, column) => first[column] ?? '')
  return {
    titles,
    rows: whole.slice(0, MOST_ROWS),
    isMore: isCut || whole.length > MOST_ROWS || widest > MOST_COLUMNS,
  }
}

// The one that the first line has most of.
function separatorOf(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1)
  const count = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] as string
}
