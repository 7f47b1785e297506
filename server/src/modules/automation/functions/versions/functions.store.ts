// The SQL of functions and their versions: tables `platform.functions` and `function_versions`.

import {
  LOCK_FILE,
  type Runtime,
  type SourceFiles,
} from '#modules/automation/functions/bundle/source-files.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** FunctionAccess is who may call a function over HTTP. */
export type FunctionAccess = 'private' | 'authenticated' | 'public'

/** FunctionRow is a stored function; `files` is its draft. */
export interface FunctionRow {
  readonly id: string
  readonly project_id: string
  readonly slug: string
  readonly name: string
  readonly runtime: Runtime
  readonly access: FunctionAccess
  readonly environment: 'production' | 'preview' | 'development'
  readonly timeout_ms: number
  readonly concurrency: number
  readonly allowed_hosts: readonly string[] | null
  readonly files: SourceFiles
  readonly version: number | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** FunctionFields are what a caller chooses. */
export type FunctionFields = Omit<FunctionRow, 'id' | 'project_id' | 'version' | 'created_at' | 'updated_at'>

/** VersionRow is a version as lists show it. */
export interface VersionRow {
  readonly version: number
  readonly runtime: Runtime
  readonly bytes: number
  readonly created_by: string
  readonly created_at: Date
}

/** WrittenVersion is what a deployment makes of the files. */
export interface WrittenVersion {
  readonly bundle: string
  /** places are what CodePlaces reads of the bundle. */
  readonly places: string
  readonly created_by: string
  readonly at: Date
}

const SUMMARY = `id, project_id, slug, name, runtime, access, environment, timeout_ms, concurrency, allowed_hosts, version,
  created_at, updated_at`
const COLUMNS = `${SUMMARY}, files`
const VERSION = 'version, runtime, octet_length(bundle) as bytes, created_by, created_at'

/** countFunctions returns how many functions a project has; writers of one project wait for each other. */
export async function countFunctions(db: Queryable, projectId: string): Promise<number> {
  await db.query('select from platform.projects where id = $1 for no key update', [projectId])
  const { rows } = await db.query<{ n: number }>(
    'select count(*)::int as n from platform.functions where project_id = $1',
    [projectId],
  )
  return rows[0]?.n ?? 0
}

/** insertFunction stores a function, or returns undefined where its slug is taken. */
export async function insertFunction(
  db: Queryable,
  projectId: string,
  fields: FunctionFields,
  at: Date,
): Promise<FunctionRow | undefined> {
  const { slug, name, runtime, access, environment, timeout_ms, concurrency, allowed_hosts, files } = fields
  const { rows } = await db.query<FunctionRow>(
    `insert into platform.functions (project_id, slug, name, runtime, access, environment, timeout_ms, concurrency,
       allowed_hosts, files, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
     on conflict (project_id, slug) do nothing returning ${COLUMNS}`,
    [
      projectId,
      slug,
      name,
      runtime,
      access,
      environment,
      timeout_ms,
      concurrency,
      allowed_hosts,
      JSON.stringify(files),
      at,
    ],
  )
  return rows[0]
}

/** listFunctions returns a project's functions by name, without their drafts. */
export async function listFunctions(db: Queryable, projectId: string): Promise<Omit<FunctionRow, 'files'>[]> {
  const sql = `select ${SUMMARY} from platform.functions where project_id = $1 order by name, slug`
  return (await db.query<FunctionRow>(sql, [projectId])).rows
}

/** findFunction returns a function of a project; with `lock`, other writers wait. */
export async function findFunction(
  db: Queryable,
  projectId: string,
  id: string,
  { lock = false } = {},
): Promise<FunctionRow | undefined> {
  const sql = `select ${COLUMNS} from platform.functions where project_id = $1 and id = $2 ${lock ? 'for update' : ''}`
  return (await db.query<FunctionRow>(sql, [projectId, id])).rows[0]
}

/** findBySlug returns a function by its slug, without its draft; with `keep`, it stays until the transaction ends. */
export async function findBySlug(
  db: Queryable,
  projectId: string,
  slug: string,
  { keep = false } = {},
): Promise<Omit<FunctionRow, 'files'> | undefined> {
  const sql = `select ${SUMMARY} from platform.functions where project_id = $1 and slug = $2 ${keep ? 'for key share' : ''}`
  return (await db.query<FunctionRow>(sql, [projectId, slug])).rows[0]
}

/** updateFunction writes what can change of a function. */
export async function updateFunction(db: Queryable, row: FunctionRow, at: Date): Promise<FunctionRow> {
  const { id, name, access, environment, timeout_ms, concurrency, allowed_hosts, files, version } = row
  const { rows } = await db.query<FunctionRow>(
    `update platform.functions set name = $2, access = $3, environment = $4, timeout_ms = $5, concurrency = $6,
       allowed_hosts = $7, files = $8, version = $9, updated_at = $10
     where id = $1 returning ${COLUMNS}`,
    [
      id,
      name,
      access,
      environment,
      timeout_ms,
      concurrency,
      allowed_hosts,
      JSON.stringify(files),
      version,
      at,
    ],
  )
  return rows[0] as FunctionRow
}

/** deleteFunction deletes a function with its versions, and reports whether there was one. */
export async function deleteFunction(db: Queryable, projectId: string, id: string): Promise<boolean> {
  const sql = 'delete from platform.functions where project_id = $1 and id = $2'
  return (await db.query(sql, [projectId, id])).rowCount === 1
}

/** insertVersion stores the next version of a function and returns its number; those beyond `kept` are deleted. */
export async function insertVersion(
  db: Queryable,
  { id, runtime, files }: FunctionRow,
  { bundle, places, created_by, at }: WrittenVersion,
  kept: number,
): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    `insert into platform.function_versions (function_id, version, runtime, files, bundle, places, created_by, created_at)
     select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5, $6, $7
     from platform.function_versions where function_id = $1 returning version`,
    [id, runtime, JSON.stringify(files), bundle, places, created_by, at],
  )
  const version = rows[0]?.version as number
  await db.query('delete from platform.function_versions where function_id = $1 and version <= $2', [
    id,
    version - kept,
  ])
  return version
}

/** listVersions returns the versions of a function, the latest first. */
export async function listVersions(db: Queryable, functionId: string): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>(
    `select ${VERSION} from platform.function_versions where function_id = $1 order by version desc`,
    [functionId],
  )
  return rows
}

/** findVersion returns a version with its files. */
export async function findVersion(
  db: Queryable,
  functionId: string,
  version: number,
): Promise<(VersionRow & { readonly files: SourceFiles }) | undefined> {
  const sql = `select ${VERSION}, files from platform.function_versions where function_id = $1 and version = $2`
  return (await db.query<VersionRow & { files: SourceFiles }>(sql, [functionId, version])).rows[0]
}

/** findBundle returns the code of a version. */
export async function findBundle(
  db: Queryable,
  functionId: string,
  version: number,
): Promise<string | undefined> {
  const sql = 'select bundle from platform.function_versions where function_id = $1 and version = $2'
  return (await db.query<{ bundle: string }>(sql, [functionId, version])).rows[0]?.bundle
}

/** findPlaces returns the places of a version of a project's function. */
export async function findPlaces(
  db: Queryable,
  projectId: string,
  functionId: string,
  version: number,
): Promise<string | undefined> {
  const sql = `select places from platform.function_versions join platform.functions on id = function_id
    where project_id = $1 and function_id = $2 and function_versions.version = $3`
  return (await db.query<{ places: string }>(sql, [projectId, functionId, version])).rows[0]?.places
}

/** listMentioning returns the functions whose running version has a word in its code, in one environment or in all. */
export async function listMentioning(
  db: Queryable,
  projectId: string,
  word: string,
  environment?: string,
): Promise<Pick<FunctionRow, 'id' | 'slug'>[]> {
  const { rows } = await db.query<Pick<FunctionRow, 'id' | 'slug'>>(
    `select f.id, f.slug from platform.functions f
     join platform.function_versions v on v.function_id = f.id and v.version = f.version
     where f.project_id = $1 and ($3::text is null or f.environment = $3) and exists (
       select from jsonb_each_text(v.files) file
       where file.key <> '${LOCK_FILE}' and position($2 in file.value) > 0 and file.value ~ ('\\m' || $2 || '\\M'))
     order by f.slug`,
    [projectId, word, environment],
  )
  return rows
}
