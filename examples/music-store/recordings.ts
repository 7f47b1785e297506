// Albums and tracks: the recordings are invented, the works on them are not.
import type { Composer, Form, Work } from './catalogue.ts'
import { uuidFor } from './ids.ts'
import { createRandom, type Random } from './random.ts'

/** Album is a row of the table `albums`; `price` is an amount with two decimals. */
export interface Album {
  id: string
  title: string
  label: string
  released: string
  price: number
  in_stock: boolean
}

/** Track is a row of the table `tracks`: one movement, act or song. `bytes` often needs more than 32 bits. */
export interface Track {
  id: string
  album_id: string
  work_id: string
  position: number
  seconds: number
  bytes: number
}

/** ALBUMS is how many albums there are. */
export const ALBUMS = 200

const FIRST_RELEASE = 1958
const LAST_RELEASE = 2022
const FULL_ALBUM = 9

const LABELS = [
  'Baobab Classics',
  'Coral Stone',
  'Great Lakes Audio',
  'Kilima Records',
  'Monsoon',
  'Old Harbour',
  'Rift Valley Recordings',
  'Tamarind',
]

// [fewest tracks, most tracks, shortest, longest in seconds]
const SHAPES: Readonly<Record<Form, readonly [number, number, number, number]>> = {
  symphony: [4, 4, 330, 1080],
  concerto: [3, 3, 300, 900],
  sonata: [3, 4, 180, 720],
  string_quartet: [4, 4, 240, 660],
  chamber: [3, 4, 240, 660],
  orchestral: [1, 4, 240, 780],
  overture: [1, 1, 480, 840],
  ballet: [5, 9, 240, 900],
  opera: [3, 5, 1500, 4200],
  choral: [6, 12, 150, 720],
  song: [4, 9, 90, 300],
  keyboard: [3, 8, 120, 480],
}

// Works in one movement, whatever their form usually has.
const IN_ONE_PIECE: ReadonlySet<string> = new Set([
  'Bagatelle in A minor "Für Elise"',
  'Ballade No. 1 in G minor',
  'Ballade in A minor',
  'Boléro',
  'Danse macabre',
  'Erlkönig',
  'Finlandia',
  'Fratres',
  'Für Alina',
  'Les préludes',
  'Night on Bald Mountain',
  'Piano Concerto in One Movement',
  'Piano Sonata in B minor',
  'Polonaise in A-flat major "Heroic"',
  "Prélude à l'après-midi d'un faune",
  'Scherzo No. 2 in B-flat minor',
  'Siegfried Idyll',
  'Spiegel im Spiegel',
  'Symphony No. 7 in C major',
])

/** buildRecordings returns the albums and their tracks. */
export function buildRecordings(
  composers: readonly Composer[],
  works: readonly Work[],
): { albums: Album[]; tracks: Track[] } {
  const random = createRandom('albums')
  const parts = countParts(works)
  const names = shortNames(composers)
  const albums: Album[] = []
  const tracks: Track[] = []
  for (let number = 1; number <= ALBUMS; number++) {
    const program = chooseProgram(works, parts, random)
    const id = uuidFor('albums', number)
    albums.push({
      id,
      title: titleOf(names.get(program[0]?.composer_id ?? '') ?? '', program),
      label: random.pick(LABELS),
      released: releaseDate(program, random),
      price: (random.between(6, 24) * 100 + random.pick([0, 50, 90, 95])) / 100,
      in_stock: random.chance(0.86),
    })
    tracks.push(...record(id, program, parts, random))
  }
  return { albums, tracks }
}

// A work has the same number of movements on every album.
function countParts(works: readonly Work[]): ReadonlyMap<string, number> {
  const random = createRandom('parts')
  const partsOf = ({ title, form }: Work) =>
    IN_ONE_PIECE.has(title) ? 1 : random.between(SHAPES[form][0], SHAPES[form][1])
  return new Map(works.map((work) => [work.id, partsOf(work)]))
}

function chooseProgram(works: readonly Work[], parts: ReadonlyMap<string, number>, random: Random): Work[] {
  const first = random.pick(works)
  const program = [first]
  if (first.form === 'opera') return program
  const isCompanion = ({ id, composer_id, form }: Work) =>
    composer_id === first.composer_id && id !== first.id && form !== 'opera'
  const others = works.filter(isCompanion)
  let length = parts.get(first.id) ?? 0
  while (length < FULL_ALBUM && others.length > 0 && program.length < 4) {
    const [next] = others.splice(random.below(others.length), 1)
    if (next === undefined) break
    program.push(next)
    length += parts.get(next.id) ?? 0
  }
  return program
}

function record(
  albumId: string,
  program: readonly Work[],
  parts: ReadonlyMap<string, number>,
  random: Random,
): Track[] {
  // Bytes per second: 24 bits of stereo at 96 or 192 kHz, after lossless packing.
  const density = random.pick([310_000, 325_000, 640_000, 665_000])
  const sequence = program.flatMap((work) => Array.from({ length: parts.get(work.id) ?? 0 }, () => work))
  return sequence.map((work, index) => {
    const seconds = random.between(SHAPES[work.form][2], SHAPES[work.form][3])
    return {
      id: uuidFor('tracks', albumId, index + 1),
      album_id: albumId,
      work_id: work.id,
      position: index + 1,
      seconds,
      bytes: seconds * density + random.below(density),
    }
  })
}

function titleOf(composer: string, program: readonly Work[]): string {
  const shown = program
    .slice(0, 2)
    .map(({ title }) => title.replace(/ in [A-G](-flat|-sharp)? (major|minor)/, ''))
  if (program.length > 2) shown.push('and more')
  return `${composer}: ${shown.join('; ')}`
}

// The last word of a name, unless two composers share it.
function shortNames(composers: readonly Composer[]): ReadonlyMap<string, string> {
  const lastWord = ({ name }: Composer) => name.slice(name.lastIndexOf(' ') + 1)
  const words = composers.map(lastWord)
  const isShared = (word: string) => words.indexOf(word) !== words.lastIndexOf(word)
  return new Map(
    composers.map((composer) => {
      const word = lastWord(composer)
      return [composer.id, isShared(word) ? composer.name : word]
    }),
  )
}

function releaseDate(program: readonly Work[], random: Random): string {
  const newest = Math.max(FIRST_RELEASE, ...program.map(({ year }) => (year ?? 0) + 2))
  const day = Date.UTC(random.between(newest, LAST_RELEASE), random.below(12), random.between(1, 28))
  return new Date(day).toISOString().slice(0, 10)
}
