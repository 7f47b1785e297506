// The choice of a saved request, and what is done to it: saved, saved under another name, renamed, deleted.
import { BookmarkPlus, Pencil, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import classes from '#screens/functions/functions.module.css'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'
import { type Change, useSavedRequests } from './saved-request.ts'
import type { TrialRequest } from './use-request.ts'

type Act = 'save-as' | 'rename' | 'delete'

/** SavedRequests chooses and keeps requests to a function; `saved` is the name of the one that was chosen. */
export function SavedRequests({
  projectId,
  functionId,
  request,
  saved,
  onChoose,
}: {
  readonly projectId: string
  readonly functionId: string
  readonly request: TrialRequest
  readonly saved: string | undefined
  readonly onChoose: (request: TrialRequest, name: string | undefined) => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const mayWrite = useMay(projectId)('console:write')
  const { requests, keep } = useSavedRequests(projectId, functionId)
  const [act, setAct] = useState<Act>()
  const save = useAct(m.save, {
    mutationFn: (name: string) =>
      keep((all) => all.map((one) => (one.name === name ? { name, ...request } : one))),
    onSuccess: (_, name) => toast(m.saved(name)),
  })
  const chosen = requests.find(({ name }) => name === saved)
  const choose = (name: string) => {
    const found = requests.find((one) => one.name === name)
    if (found === undefined) return
    const { name: _, ...request } = found
    onChoose(request, name)
  }
  const close = () => setAct(undefined)
  const props = { taken: requests.map(({ name }) => name), keep, onClose: close }
  if (requests.length === 0 && !mayWrite) return null
  return (
    <div className={classes.saved}>
      <Combobox
        label={m.requests}
        search={m.find}
        choices={requests.map(({ name }) => ({ value: name, label: name }))}
        value={chosen?.name}
        onChange={choose}
      />
      {mayWrite ? (
        <Menu label={`${common.actions.menu}: ${m.requests}`}>
          {chosen === undefined ? null : (
            <MenuItem icon={<Save aria-hidden />} onSelect={() => save.mutate(chosen.name)}>
              {m.save(chosen.name)}
            </MenuItem>
          )}
          <MenuItem icon={<BookmarkPlus aria-hidden />} onSelect={() => setAct('save-as')}>
            {m.saveAs}
          </MenuItem>
          {chosen === undefined ? null : (
            <>
              <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAct('rename')}>
                {m.rename}
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAct('delete')}>
                {m.delete}
              </MenuItem>
            </>
          )}
        </Menu>
      ) : null}
      {act === 'save-as' ? (
        <NameForm
          {...props}
          title={m.saveAs}
          change={(name) => (all) => [...all, { name, ...request }]}
          onNamed={(name) => onChoose(request, name)}
        />
      ) : null}
      {act === 'rename' && chosen !== undefined ? (
        <NameForm
          {...props}
          title={m.rename}
          first={chosen.name}
          change={(name) => (all) => all.map((one) => (one.name === chosen.name ? { ...one, name } : one))}
          onNamed={(name) => onChoose(request, name)}
        />
      ) : null}
      {act === 'delete' && chosen !== undefined ? (
        <ConfirmDialog
          title={m.deleteTitle(chosen.name)}
          about={m.deleteHint}
          action={m.delete}
          done={m.deleted(chosen.name)}
          onConfirm={() => keep((all) => all.filter(({ name }) => name !== chosen.name))}
          onDone={() => {
            onChoose(request, undefined)
            close()
          }}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

function NameForm({
  title,
  first = '',
  taken,
  change,
  keep,
  onNamed,
  onClose,
}: {
  readonly title: string
  readonly first?: string
  readonly taken: readonly string[]
  readonly change: (name: string) => Change
  readonly keep: (change: Change) => Promise<void>
  readonly onNamed: (name: string) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const [typed, setTyped] = useState(first)
  const name = typed.trim()
  const isTaken = name !== first && taken.includes(name)
  return (
    <FormDialog
      title={title}
      about={m.shared}
      action={common.actions.done}
      ready={name !== '' && name !== first && !isTaken}
      dirty={name !== first}
      done={m.saved(name)}
      onSave={() => keep(change(name))}
      onDone={() => {
        onNamed(name)
        onClose()
      }}
      onClose={onClose}
    >
      <Field label={m.name} error={isTaken ? m.taken : undefined}>
        <Input required maxLength={100} autoFocus autoComplete="off" value={typed} onValueChange={setTyped} />
      </Field>
    </FormDialog>
  )
}
