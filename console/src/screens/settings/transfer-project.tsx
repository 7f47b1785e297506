// A project that goes to another organisation: what changes is said before, and its name typed.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { organisationsQuery } from '#api/account/accounts.ts'
import type { Project } from '#api/client/schemas.ts'
import { transferProject } from '#api/project/projects.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Note, Section } from '#ui/page/section.tsx'
import { messages } from './messages.ts'

/** TransferProject offers the organisations in which the viewer may create projects. */
export function TransferProject({ project }: { readonly project: Project }) {
  const m = useMessages(messages)
  const words = m.transfer
  const { data: organisations = [] } = useQuery(organisationsQuery)
  const others = organisations.filter(
    ({ id, permissions }) => id !== project.organisation_id && permissions.includes('projects:create'),
  )
  const [open, setOpen] = useState(false)
  const [target, setTarget] = useState<string>()
  const chosen = others.find(({ id }) => id === target)
  const close = () => {
    setOpen(false)
    setTarget(undefined)
  }
  const button = <Button onClick={() => setOpen(true)}>{words.action}</Button>
  return (
    <Section title={words.title} action={others.length === 0 ? undefined : button}>
      <Note>{others.length === 0 ? words.nowhere : words.about}</Note>
      {open ? (
        <ConfirmDialog
          title={words.question(project.name)}
          about={words.hint}
          action={words.action}
          name={project.name}
          ready={chosen !== undefined}
          done={words.done(project.name, chosen?.name ?? '')}
          onConfirm={() => transferProject(project.id, chosen?.id ?? '')}
          onDone={close}
          onClose={close}
        >
          <Combobox
            label={words.target}
            search={words.find}
            choices={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={target}
            onChange={setTarget}
          />
        </ConfirmDialog>
      ) : null}
    </Section>
  )
}
