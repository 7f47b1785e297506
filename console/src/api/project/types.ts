// The tables of a project as types for programs.
import { client } from '#api/client/client.ts'

/** TYPE_FILES are the languages of types, with the file that each is saved as. */
export const TYPE_FILES = {
  ts: { title: 'TypeScript', file: 'database.ts' },
  kysely: { title: 'Kysely', file: 'kysely.ts' },
  python: { title: 'Python', file: 'database.py' },
  php: { title: 'PHP', file: 'Database.php' },
  'json-schema': { title: 'JSON Schema', file: 'database.schema.json' },
} as const

/** TypeLanguage is one of them. */
export type TypeLanguage = keyof typeof TYPE_FILES

/** readTypes returns the file in a language. */
export async function readTypes(projectID: string, lang: TypeLanguage): Promise<string> {
  const params = { path: { projectID }, query: { lang } }
  const { data } = await client.GET('/api/v1/projects/{projectID}/types', { params, parseAs: 'text' })
  return data ?? ''
}
