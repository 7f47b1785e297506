// Rows as a file.
import { Download } from 'lucide-react'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { saveFile } from '#ui/page/save-file.ts'
import { type Format, fileOf, type Rows } from './export-result.ts'

const FORMATS: readonly Format[] = ['csv', 'json']

/** ExportMenu saves the rows of a query or of RETURNING, if there are any. */
export function ExportMenu({ result }: { readonly result: Rows }) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const { length } = result.rows
  if (length === 0) return null
  return (
    <Menu
      label={m.export}
      trigger={
        <Button>
          <Download aria-hidden />
          {m.export}
        </Button>
      }
    >
      {FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => saveFile(`result.${format}`, fileOf(result, format))}>
          {m.exportAs(format.toUpperCase(), length, plural)}
        </MenuItem>
      ))}
    </Menu>
  )
}
