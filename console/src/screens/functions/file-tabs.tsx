// The files of a function: one is shown, others are added and removed.
import { getRouteApi } from '@tanstack/react-router'
import { FilePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import classes from './functions.module.css'
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
  const { m } = useLanguage()
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
        label={m.functions.file}
        choices={paths.map((value) => ({ value, label: value }))}
        value={shown}
        onChange={open}
      />
      {mayWrite ? (
        <>
          <Button kind="quiet" size="icon" aria-label={m.functions.addFile} onClick={() => setPath('')}>
            <FilePlus aria-hidden />
          </Button>
          {shown === entry ? null : (
            <Button
              kind="quiet"
              size="icon"
              aria-label={`${m.functions.removeFile}: ${shown}`}
              onClick={remove}
            >
              <Trash2 aria-hidden />
            </Button>
          )}
        </>
      ) : null}
      {path === undefined ? null : (
        <FormDialog
          title={m.functions.addFile}
          action={m.functions.addFile}
          ready={path !== '' && !taken && !wrong}
          busy={false}
          onSubmit={add}
          onClose={() => setPath(undefined)}
        >
          <Field
            label={m.functions.path}
            hint={m.functions.pathHint}
            error={taken ? m.functions.pathTaken : wrong ? m.functions.pathWrong : undefined}
          >
            <Input required autoFocus autoComplete="off" value={path} onValueChange={setPath} />
          </Field>
        </FormDialog>
      )}
    </div>
  )
}
