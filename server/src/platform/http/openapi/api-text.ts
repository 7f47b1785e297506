// The description as YAML, kept in pieces: what concerns some tags alone is put together as cheaply as the whole.
import type { JsonSchema } from '#platform/http/schemas/api-schemas.ts'
import { inSlices } from '#platform/loop/slices.ts'
import { yamlEntries, yamlLine } from './yaml-entries.ts'

interface Piece {
  readonly text: string
  /** refs are the components that it refers to. */
  readonly refs: readonly string[]
}

interface PathPieces {
  readonly head: Piece
  readonly operations: readonly (Piece & { readonly tags: readonly string[] })[]
}

interface Pieces {
  readonly head: string
  /** tags map each tag to its line. */
  readonly tags: ReadonlyMap<string, string>
  readonly paths: readonly PathPieces[]
  /** components map references to what they refer to, by kind. */
  readonly components: ReadonlyMap<string, ReadonlyMap<string, Piece>>
  /** foot are the components that nothing refers to by `$ref`. */
  readonly foot: string
}

/** ApiText is a description that has been written. */
export interface ApiText {
  readonly tags: readonly string[]
  /** of returns the operations that have one of the tags, all without any, with the components that they refer to. */
  of(tags?: ReadonlySet<string>): string
}

/** writeApi writes a description, with turns for others in between. */
export async function writeApi(description: JsonSchema): Promise<ApiText> {
  const { tags, paths: items, components: named, ...head } = description as unknown as Described
  const paths: PathPieces[] = []
  const components = new Map<string, Map<string, Piece>>()
  await inSlices(Object.entries(items), ([path, item]) => paths.push(pathPieces(path, item)))
  const { securitySchemes, ...kinds } = named
  for (const [kind, parts] of Object.entries(kinds)) {
    const pieces = new Map<string, Piece>()
    components.set(kind, pieces)
    await inSlices(Object.entries(parts), ([name, part]) =>
      pieces.set(`#/components/${kind}/${name}`, pieceOf({ [name]: part }, 2)),
    )
  }
  const pieces: Pieces = {
    head: yamlEntries(head, 0),
    tags: new Map(tags.map((tag) => [tag.name, ` - ${yamlLine(tag)}\n`])),
    paths,
    components,
    foot: yamlEntries({ securitySchemes }, 1),
  }
  const all = join(pieces)
  return {
    tags: [...pieces.tags.keys()],
    of: (wanted) => (wanted === undefined ? all : join(pieces, wanted)),
  }
}

/** refsIn returns the references in a part of a description, each once. */
export function refsIn(part: unknown): string[] {
  const matches = JSON.stringify(part).matchAll(/"\$ref":"(#\/components\/[^"]+)"/g)
  return [...new Set([...matches].map(([, ref = '']) => ref))]
}

interface Described {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, JsonSchema>>
  readonly components: Readonly<Record<string, JsonSchema>>
}

function pathPieces(path: string, { parameters, ...operations }: JsonSchema): PathPieces {
  const [line = ''] = yamlEntries({ [path]: {} }, 1).split(' {}')
  const head = pieceOf(parameters === undefined ? {} : { parameters }, 2)
  return {
    head: { ...head, text: `${line}\n${head.text}` },
    operations: Object.entries(operations).map(([method, operation]) => ({
      ...pieceOf({ [method]: operation }, 2),
      tags: (operation as { tags: readonly string[] }).tags,
    })),
  }
}

function pieceOf(entries: object, indent: number): Piece {
  return { text: yamlEntries(entries, indent), refs: refsIn(entries) }
}

function join({ head, tags, paths, components, foot }: Pieces, wanted?: ReadonlySet<string>): string {
  const isWanted = (tag: string) => wanted === undefined || wanted.has(tag)
  const chosen = paths.flatMap((path) => {
    const operations = path.operations.filter((one) => one.tags.some(isWanted))
    return operations.length === 0 ? [] : [path.head, ...operations]
  })
  const lines = [...tags].filter(([tag]) => isWanted(tag)).map(([, line]) => line)
  return [
    `${head}tags:\n`,
    ...lines,
    'paths:\n',
    ...chosen.map(({ text }) => text),
    'components:\n',
    ...componentsOf(chosen, components),
    foot,
  ].join('')
}

function componentsOf(seeds: readonly Piece[], components: Pieces['components']): string[] {
  const used = new Set(seeds.flatMap(({ refs }) => refs))
  for (const ref of used) {
    const [, , kind = ''] = ref.split('/')
    const piece = components.get(kind)?.get(ref)
    if (piece === undefined) throw new Error(`the description has no ${ref}`)
    for (const next of piece.refs) used.add(next)
  }
  return [...components].flatMap(([kind, pieces]) => {
    const texts = [...pieces].filter(([ref]) => used.has(ref)).map(([, { text }]) => text)
    return texts.length === 0 ? [] : [` ${kind}:\n`, ...texts]
  })
}
