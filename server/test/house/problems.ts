// What is wrong in the house, as sentences.
import { circlesOfFiles, circlesOfFolders } from './circles.ts'
import { DEBTS } from './house.ts'
import type { Import, Sources } from './read-imports.ts'
import { areaOf, breachOf, holds } from './rules.ts'

/** problemsOf returns a sentence for each file without an area, import that is not allowed, and circle. */
export function problemsOf({ files, imports }: Sources, debts: readonly string[] = DEBTS): string[] {
  const folders = circlesOfFolders(imports)
  const isOf = (debt: string, circle: readonly string[]) => circle.every((folder) => holds(debt, folder))
  const unknown = folders.filter((circle) => !debts.some((debt) => isOf(debt, circle)))
  const paid = debts.filter((debt) => !folders.some((circle) => isOf(debt, circle)))
  return [
    ...files.filter((file) => areaOf(file) === undefined).map((file) => `${file} is in no area of house.ts.`),
    ...imports.flatMap(breachIn),
    ...new Set([...circlesOfFiles(imports), ...unknown].map(describeCircle)),
    ...paid.map((debt) => `${debt} has no circle any more: remove it from the DEBTS of house.ts.`),
  ]
}

const describeCircle = (circle: readonly string[]) =>
  `These import each other in a circle: ${circle.join(', ')}. Move what they share below them.`

function breachIn(found: Import): string[] {
  const breach = breachOf(found)
  if (breach === undefined) return []
  const { file, line, specifier } = found
  return [`${file}:${line} imports ${specifier} (${breach.rule}). ${breach.instead}`]
}
