// Composers and works: real ones, read from the two TSV files in this folder.
import { readFileSync } from 'node:fs'
import { uuidFor } from './ids.ts'

/** Composer is a row of the table `composers`. */
export interface Composer {
  id: string
  name: string
  born: number
  died: number | null
  country: string
}

/** FORMS are the labels of the enum column `works.form`. */
export const FORMS = [
  'symphony',
  'concerto',
  'sonata',
  'string_quartet',
  'chamber',
  'orchestral',
  'overture',
  'ballet',
  'opera',
  'choral',
  'song',
  'keyboard',
] as const

/** Form is one label of FORMS. */
export type Form = (typeof FORMS)[number]

/** Work is a row of the table `works`. */
export interface Work {
  id: string
  composer_id: string
  title: string
  catalogue: string | null
  form: Form
  year: number | null
}

/** readComposers reads composers.tsv. */
export function readComposers(): Composer[] {
  return readTsv('composers.tsv', ['name', 'born', 'died', 'country']).map(([name, born, died, country]) => ({
    id: uuidFor('composers', name),
    name,
    born: Number(born),
    died: numberOrNull(died),
    country,
  }))
}

/** readWorks reads works.tsv; a work names its composer as composers.tsv does. */
export function readWorks(composers: readonly Composer[]): Work[] {
  const ids = new Map(composers.map(({ name, id }) => [name, id]))
  const lines = readTsv('works.tsv', ['composer', 'title', 'catalogue', 'year', 'form'])
  return lines.map(([composer, title, catalogue, year, form]) => {
    const composerId = ids.get(composer)
    if (composerId === undefined) throw new Error(`works.tsv: there is no composer "${composer}".`)
    return {
      id: uuidFor('works', composer, title, catalogue),
      composer_id: composerId,
      title,
      catalogue: catalogue === '' ? null : catalogue,
      form: formOf(form),
      year: numberOrNull(year),
    }
  })
}

type Cells<Names extends readonly string[]> = { [Index in keyof Names]: string }

function readTsv<const Names extends readonly string[]>(file: string, names: Names): Cells<Names>[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const [head, ...lines] = text.trimEnd().split(/\r?\n/)
  if (head !== names.join('\t')) throw new Error(`${file} must begin with the columns ${names.join(', ')}.`)
  return lines.map((line, index) => {
    const cells = line.split('\t')
    if (cells.length !== names.length) throw new Error(`${file}, line ${index + 2}: ${cells.length} columns.`)
    return cells as Cells<Names>
  })
}

function numberOrNull(text: string): number | null {
  return text === '' ? null : Number(text)
}

function formOf(text: string): Form {
  const form = FORMS.find((label) => label === text)
  if (form === undefined) throw new Error(`works.tsv: "${text}" is not one of ${FORMS.join(', ')}.`)
  return form
}
