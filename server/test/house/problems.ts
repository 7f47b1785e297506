// The broken rules of the house, as sentences: one for each mistake.
import { circlesOfFiles, circlesOfFolders } from './circles.ts'
import { DEBTS, UNSAID } from './house.ts'
import type { Import, Sources } from './read-imports.ts'
import { areaOf, breachOf, isWithin } from './rules.ts'

/** problemsOf returns a sentence for each file without an area, import or text that is not allowed, and circle. */
export function problemsOf({ texts, imports }: Sources, debts: readonly string[] = DEBTS): string[] {
  const folders = circlesOfFolders(imports)
  const isOf = (debt: string, circle: readonly string[]) => circle.every((folder) => isWithin(folder, debt))
  const unknown = folders.filter((circle) => !debts.some((debt) => isOf(debt, circle)))
  const paid = debts.filter((debt) => !folders.some((circle) => isOf(debt, circle)))
  return [
    ...[...texts].flatMap(([file, text]) => textProblems(file, text)),
    ...imports.flatMap(breachIn),
    ...withoutRepeats([...circlesOfFiles(imports), ...unknown]).map(describeCircle),
    ...paid.map((debt) => `${debt} has no circle any more: remove it from the DEBTS of house.ts.`),
  ]
}

// A circle of files makes one of their folders, and that one of modules: it is said of the smallest, which come first.
function withoutRepeats(circles: readonly (readonly string[])[]) {
  const reaches = (circle: readonly string[], place: string) => circle.some((one) => isWithin(one, place))
  return circles.filter(
    (places, index) =>
      !circles.slice(0, index).some((circle) => places.every((place) => reaches(circle, place))),
  )
}

const describeCircle = (circle: readonly string[]) =>
  `These import each other in a circle: ${circle.join(', ')}. Move what they share below them.`

function textProblems(file: string, text: string): string[] {
  const nowhere =
    areaOf(file) === undefined ? [`${file} is in no area: say in house.ts who may import what there.`] : []
  // The table itself has them.
  if (file.startsWith('server/test/house/') || !UNSAID.some((unsaid) => unsaid.text.test(text)))
    return nowhere
  const found = text
    .split('\n')
    .flatMap((line, index) =>
      UNSAID.filter((unsaid) => unsaid.text.test(line)).map(
        ({ instead }) => `${file}:${index + 1} has what no source says: ${line.trim()} ${instead}`,
      ),
    )
  return [...nowhere, ...found]
}

function breachIn(found: Import): string[] {
  const breach = breachOf(found)
  if (breach === undefined) return []
  const { file, line, specifier } = found
  return [`${file}:${line} imports ${specifier} (${breach.rule}). ${breach.instead}`]
}
