// The bytes of a row below the field of their text: how many there are, to be saved as a file or taken from one.
import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useAct } from '#acts/use-act.ts'
import { setupQuery } from '#api/account/accounts.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { blobOf, bytesText, isBytes, sizeOf } from '#screens/tables/related/bytes.ts'
import { messages } from '#screens/tables/related/messages.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toastRefusal } from '#ui/overlays/toast.tsx'
import { saveFile } from '#ui/page/save-file.ts'
import classes from './file.module.css'

// Each byte is two characters of the body.
const OTHER_BYTES = 10_000

/** BytesFieldProps are the name of the column and its text. */
export interface BytesFieldProps {
  readonly name: string
  readonly text: string
  readonly onChange: (text: string) => void
}

/** BytesField saves the bytes, and takes those of a file that fits into a request. */
export function BytesField({ name, text, onChange }: BytesFieldProps) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { data: setup } = useQuery(setupQuery)
  const input = useRef<HTMLInputElement>(null)
  const most = Math.floor(((setup?.limits.body_bytes ?? 0) - OTHER_BYTES) / 2)
  const take = useAct(m.fromFile, {
    mutationFn: async (file: File) => {
      if (file.size > most) toastRefusal(m.tooLarge(format.bytes(most)))
      else onChange(await bytesText(file))
    },
  })
  return (
    <div className={classes.acts}>
      {isBytes(text) ? (
        <>
          <small>{format.bytes(sizeOf(text))}</small>
          <Button onClick={() => saveFile(`${name}.bin`, blobOf(text))}>
            <Download aria-hidden />
            {m.download}
          </Button>
        </>
      ) : null}
      <Button onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        {m.fromFile}
      </Button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={`${name}: ${m.fromFile}`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) take.mutate(file)
          target.value = ''
        }}
      />
    </div>
  )
}
