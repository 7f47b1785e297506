// The files of a function: one is shown, others are added and removed.
import { getRouteApi } from '@tanstack/react-router'
import { FilePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import classes from './functions.module.css'
import { messages } from './messages.ts'
import type { Files } from './use-draft.ts'

const route = getRouteApi('/signed-in/projects/$projectId/functions')
// As the server takes them.
const PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:tsx?|mts|jsx?|mjs|json|txt)$/

/** FileTabs chooses a file, and changes which there are. */
export function FileTabs({
  files,
  entry,
  shown,
  mayWrite,
  onChange,
}: {
  readonly files: Files
  readonly entry: string
  readonly shown: string
  readonly mayWrite: boolean
  readonly onChange: (files: Files) => void
}) {
  const m = useMessages(messages)
  const navigate = route.useNavigate()
  const [path, setPath] = useState<string>()
  const paths = Object.keys(files).sort()
  // What is typed is kept over another file of the same function, which is no other view.
  const open = (file: string) =>
    navigate({ search: (now) => ({ ...now, file }), replace: true, ignoreBlocker: true })
  const taken = path !== undefined && files[path] !== undefined
  const wrong = path !== undefined && path !== '' && !PATH.test(path)
  const add = () => {
    if (path === undefined) return
    onChange({ ...files, [path]: '' })
    open(path)
    setPath(undefined)
  }
  const remove = () => {
    const { [shown]: _removed, ...rest } = files
    onChange(rest)
    open(entry)
  }
  return (
    <div className={classes.files}>
      <Select
        label={m.file}
        choices={paths.map((value) => ({ value, label: value }))}
        value={shown}
        onChange={open}
      />
      {mayWrite ? (
        <>
          <Button kind="quiet" size="icon" aria-label={m.addFile} onClick={() => setPath('')}>
            <FilePlus aria-hidden />
          </Button>
          {shown === entry ? null : (
            <Button kind="quiet" size="icon" aria-label={`${m.removeFile}: ${shown}`} onClick={remove}>
              <Trash2 aria-hidden />
            </Button>
          )}
        </>
      ) : null}
      {path === undefined ? null : (
        <FormDialog
          title={m.addFile}
          action={m.addFile}
          ready={path !== '' && !taken && !wrong}
          dirty={path !== ''}
          onSave={add}
          onClose={() => setPath(undefined)}
        >
          <Field
            label={m.path}
            hint={m.pathHint}
            error={taken ? m.pathTaken : wrong ? m.pathWrong : undefined}
          >
            <Input required autoFocus autoComplete="off" value={path} onValueChange={setPath} />
          </Field>
        </FormDialog>
      )}
    </div>
  )
}
