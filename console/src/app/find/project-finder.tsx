// The list of the project switcher.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { organisationsQuery } from '#api/account/accounts.ts'
import type { Project } from '#api/client/schemas.ts'
import { messages } from '#app/messages.ts'
import { useMessages } from '#i18n/language.tsx'
import { ComboboxPopup } from '#ui/overlays/combobox-popup.tsx'
import type { OpenedProps } from '#ui/overlays/select-popup.tsx'
import { ColorDot } from '#ui/page/color-dot.tsx'
import { useFoundProjects } from './use-found-projects.ts'

/** ProjectFinderProps are the project that is open, and its button. */
export interface ProjectFinderProps extends OpenedProps {
  readonly project: Project | undefined
}

/** ProjectFinder goes to the project that is chosen. */
export function ProjectFinder({ project, triggerRef, defaultOpen }: ProjectFinderProps) {
  const m = useMessages(messages)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { projects } = useFoundProjects(text)
  const { data: organisations = [] } = useQuery(organisationsQuery)
  const names = new Map(organisations.map(({ id, name }) => [id, name]))
  const choiceOf = ({ id, name, color, organisation_id }: Project) => {
    const organisation = organisations.length > 1 ? names.get(organisation_id) : undefined
    const label = organisation === undefined ? name : `${name} · ${organisation}`
    return { value: id, label, mark: <ColorDot color={color} /> }
  }
  return (
    <ComboboxPopup
      label={m.switchProject}
      search={m.findProject}
      placeholder={m.noProject}
      choices={projects.map(choiceOf)}
      chosen={project && choiceOf(project)}
      onSearch={setText}
      triggerRef={triggerRef}
      defaultOpen={defaultOpen}
      onChange={(projectId) => navigate({ to: '/projects/$projectId', params: { projectId } })}
    />
  )
}
