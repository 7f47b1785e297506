// Where one can go from here: the screens of the project or the organisation that is open, and the lists of both.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { setupQuery } from '#api/account/accounts.ts'
import { useMay, useMayIn } from '#api/organisations/permissions.ts'
import { messages } from '#app/messages.ts'
import { useMessages } from '#i18n/language.tsx'
import { titles } from '#i18n/titles.ts'
import { entriesOf } from './navigation.ts'
import { organisationEntriesOf } from './organisation-navigation.ts'
import { useOrganisationId, useProjectId } from './sidebar-entries.tsx'

/** Destination is a screen, with the key that leads there after `g`. */
export interface Destination {
  readonly value: string
  readonly label: string
  readonly key: string
  readonly run: () => void
}

/** useDestinations returns the screens that the viewer may see. */
export function useDestinations(): readonly Destination[] {
  const m = useMessages(messages)
  const titleOf = useMessages(titles)
  const router = useRouter()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const projectId = useProjectId()
  const organisationId = useOrganisationId()
  const may = useMay(projectId)
  const mayIn = useMayIn(organisationId)
  const ofProject = projectId === undefined ? [] : entriesOf(setup.modules, may)
  const ofOrganisation = organisationId === undefined ? [] : organisationEntriesOf(setup.modules, mayIn)
  return [
    ...ofProject.map(({ to, title, key }) => ({
      value: to,
      label: titleOf[title],
      key,
      run: () => void router.navigate({ to, params: { projectId: projectId as string } }),
    })),
    ...ofOrganisation.map(({ to, title, key }) => ({
      value: to,
      label: titleOf[title],
      key,
      run: () => void router.navigate({ to, params: { organisationId: organisationId as string } }),
    })),
    { value: '/', label: m.allProjects, key: 'g', run: () => void router.navigate({ to: '/' }) },
    {
      value: '/organisations',
      label: titleOf.organisations,
      key: 'o',
      run: () => void router.navigate({ to: '/organisations' }),
    },
  ]
}
