// Which screens of a project there are for the viewer.
import { GROUPS, type Screen } from './project-screens.ts'

/** GroupName names a group of screens. */
export type GroupName = (typeof GROUPS)[number]['name']

/** Entry is one screen of a project. */
export type Entry = (typeof GROUPS)[number]['screens'][number]

/** groupsOf returns the screens that a server with these modules has, and that the viewer may see, in their groups. */
export function groupsOf(modules: readonly string[], may: (permission: string) => boolean) {
  const isShown = ({ module, permission }: Screen) => modules.includes(module) && may(permission)
  return GROUPS.map(({ name, screens }) => ({
    name,
    entries: [...screens].filter(isShown) as readonly Entry[],
  })).filter(({ entries }) => entries.length > 0)
}

/** entriesOf returns the same screens without their groups. */
export function entriesOf(
  modules: readonly string[],
  may: (permission: string) => boolean,
): readonly Entry[] {
  return groupsOf(modules, may).flatMap(({ entries }) => entries)
}
