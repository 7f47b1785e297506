// Which imports break the rules of the house.
import { posix } from 'node:path'
import { AREAS, type Area, KEPT, LAYERS } from './house.ts'
import type { Import } from './read-imports.ts'

/** Breach is an import that is not allowed: which rule it breaks, and what to do instead. */
export interface Breach {
  readonly rule: 'address' | 'area' | 'package' | 'kept' | 'part' | 'layer'
  readonly instead: string
}

const TEST = /\.(?:test|fixture)\.tsx?$/

/** holds reports whether a path is a folder, or is in it. */
export const holds = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** areaOf returns the name of a file's area. */
export function areaOf(path: string): string | undefined {
  const holding = Object.entries(AREAS)
    .filter(([, { at }]) => holds(at, path))
    .toSorted(([, a], [, b]) => b.at.length - a.at.length)
  const ofTests = TEST.test(path) ? holding.find(([, { tests }]) => tests) : undefined
  return (ofTests ?? holding.find(([, { tests }]) => !tests))?.[0]
}

/** breachOf returns what is wrong with an import, or undefined. */
export function breachOf({ file, specifier, target }: Import): Breach | undefined {
  const name = areaOf(file)
  if (name === undefined)
    return { rule: 'area', instead: 'This file is in no area: say in house.ts who may import what there.' }
  const area = AREAS[name] as Area
  const kept = KEPT.find(({ what }) => holds(what, target ?? specifier))
  if (kept !== undefined && !kept.by.some((by) => holds(by, file)))
    return { rule: 'kept', instead: kept.instead }
  if (target === undefined) return packageBreach(specifier, area)
  if (!area.climbs && specifier.startsWith('.') && !holds(posix.dirname(file), target))
    return { rule: 'address', instead: 'Name the folder from its alias on, such as #platform or #ui.' }
  const other = areaOf(target)
  if (other === undefined || (other !== name && !area.imports.includes(other)))
    return { rule: 'area', instead: area.instead }
  return other === name ? inside(file, target, area) : undefined
}

function packageBreach(specifier: string, area: Area): Breach | undefined {
  if (specifier.startsWith('#'))
    return { rule: 'address', instead: 'No package.json has this alias: use one that is there.' }
  if (area.packages?.some((name) => holds(name, specifier)) === false)
    return { rule: 'package', instead: area.instead }
  return undefined
}

// Between files of one area: its parts, and their layers.
function inside(file: string, target: string, area: Area): Breach | undefined {
  const [part, otherPart] = [folderIn(area.at, file), folderIn(area.at, target)]
  if (area.parts !== undefined && part !== otherPart) {
    const { open } = area.parts
    if (open === undefined) return { rule: 'part', instead: area.instead }
    if (!target.endsWith(open))
      return { rule: 'part', instead: `Reach another module only through its *${open}.` }
    return undefined
  }
  if (!area.layered) return undefined
  const whole = area.parts === undefined ? area.at : `${area.at}/${part}`
  const within = Object.keys(LAYERS).filter((at) => at !== whole && holds(at, file) && holds(at, target))
  return [whole, ...within].map((at) => layerBreach(at, file, target)).find((breach) => breach !== undefined)
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
