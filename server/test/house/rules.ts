// Which imports break the rules of the house.
import { posix } from 'node:path'
import { AREAS, type Area, LAYERS, RESTRICTED } from './house.ts'
import type { Import } from './read-imports.ts'

/** Breach is an import that is not allowed: which rule it breaks, and what to do instead. */
export interface Breach {
  readonly rule: 'path' | 'area' | 'package' | 'restricted' | 'closed folder' | 'layer'
  readonly instead: string
}

const TEST = /\.(?:test|fixture)\.[cm]?[jt]sx?$/

/** isWithin reports whether a path is a folder, or is in it. */
export const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** areaOf returns the name of a file's area. */
export function areaOf(path: string): string | undefined {
  const holding = Object.entries(AREAS)
    .filter(([, { at }]) => isWithin(path, at))
    .toSorted(([, a], [, b]) => b.at.length - a.at.length)
  const ofTests = TEST.test(path) ? holding.find(([, { tests }]) => tests) : undefined
  return (ofTests ?? holding.find(([, { tests }]) => !tests))?.[0]
}

/** breachOf returns which rule an import breaks, or undefined. A file in no area has none: it is refused as a whole. */
export function breachOf({ file, specifier, target }: Import): Breach | undefined {
  const name = areaOf(file)
  if (name === undefined) return undefined
  const area = AREAS[name] as Area
  const restricted = RESTRICTED.find(({ what }) => isWithin(target ?? specifier, what))
  if (restricted !== undefined && !restricted.by.some((by) => isWithin(file, by)))
    return { rule: 'restricted', instead: restricted.instead }
  if (target === undefined) return packageBreach(specifier, area)
  const other = areaOf(target)
  if (other === undefined || (other !== name && !area.imports.includes(other)))
    return { rule: 'area', instead: area.instead }
  const within = other === name ? breachWithin(area, file, target) : undefined
  return within ?? pathBreach(area, file, specifier, target, AREAS[other] as Area)
}

// Only of an import that may be there: how it is written does not matter elsewhere.
function pathBreach(area: Area, file: string, specifier: string, target: string, other: Area) {
  const isFromHere = isWithin(target, posix.dirname(file)) && isWithin(file, other.at)
  if (area.climbs || isFromHere || !specifier.startsWith('.')) return undefined
  return { rule: 'path', instead: 'Name the folder from its alias on, such as #platform or #ui.' } as const
}

function packageBreach(specifier: string, area: Area): Breach | undefined {
  if (specifier.startsWith('#'))
    return { rule: 'path', instead: 'No package.json has this alias: use one that is there.' }
  if (area.packages?.some((name) => isWithin(specifier, name)) === false)
    return { rule: 'package', instead: area.instead }
  return undefined
}

// Between files of one area: its parts, and their layers.
function breachWithin(area: Area, file: string, target: string): Breach | undefined {
  const [part, otherPart] = [partIn(area, file), partIn(area, target)]
  if (area.parts !== undefined && part !== otherPart) {
    const { open } = area.parts
    if (open === undefined) return { rule: 'closed folder', instead: area.instead }
    if (!target.endsWith(open))
      return { rule: 'closed folder', instead: `Reach another module only through its *${open}.` }
    return undefined
  }
  if (!area.layered) return undefined
  const whole = area.parts === undefined ? area.at : `${area.at}/${part}`
  const within = Object.keys(LAYERS).filter(
    (at) => at !== whole && isWithin(file, at) && isWithin(target, at),
  )
  return [whole, ...within].map((at) => layerBreach(at, file, target)).find((breach) => breach !== undefined)
}

/** partIn returns the part of an area that a file is in, such as `auth`, or `plans/billing` where plans is a group. */
export function partIn({ at, parts }: Area, path: string): string | undefined {
  const first = folderIn(at, path)
  if (first === undefined || parts?.groups?.includes(first) !== true) return first
  const second = folderIn(`${at}/${first}`, path)
  return second && `${first}/${second}`
}

function layerBreach(whole: string, file: string, target: string): Breach | undefined {
  const [from, to] = [folderIn(whole, file), folderIn(whole, target)]
  // What is in no folder stands on top.
  if (from === to || (from === undefined && LAYERS[whole]?.includes(to ?? ''))) return undefined
  const layers = LAYERS[whole] ?? []
  const unknown = [from, to].find((folder) => folder !== undefined && !layers.includes(folder))
  if (unknown !== undefined)
    return { rule: 'layer', instead: `Give ${whole}/${unknown} its place among the LAYERS of house.ts.` }
  if (to !== undefined && layers.indexOf(to) < layers.indexOf(from as string)) return undefined
  return {
    rule: 'layer',
    instead: `${to ?? 'What is in no folder'} is above ${from}: move what both need down, or hand it in.`,
  }
}

function folderIn(at: string, path: string): string | undefined {
  const [first, ...rest] = path.slice(at.length + 1).split('/')
  return rest.length === 0 ? undefined : first
}
