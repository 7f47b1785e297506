// The languages that types are written in.

import { writeJsonSchema } from './write-json-schema.ts'
import { writeKysely } from './write-kysely.ts'
import { writePhp } from './write-php.ts'
import { writePython } from './write-python.ts'
import { writeTypescript } from './write-typescript.ts'
import type { MakeWriter } from './writer.ts'

/** LANGUAGES are the names of the writers, as `lang` names them. */
export const LANGUAGES = ['ts', 'kysely', 'python', 'php', 'json-schema'] as const

/** Language is one of them. */
export type Language = (typeof LANGUAGES)[number]

/** WRITERS make the writers by language. */
export const WRITERS: Readonly<Record<Language, MakeWriter>> = {
  ts: writeTypescript,
  kysely: writeKysely,
  python: writePython,
  php: writePhp,
  'json-schema': writeJsonSchema,
}
