// Where a query finds PostgreSQL's catalog: projects' logins see their own part of it alone (close-catalog.ts).
import pg from 'pg'
import { TenantPool } from '#platform/db/pools/admin-pool.ts'

/** Catalog is a schema that holds the tables of PostgreSQL's catalog. */
export type Catalog = 'pg_catalog' | 'msingi_catalog'

/**
 * relationOf joins the relation `alias` of a row `t` of `msingi.tables`. The schema is compared by its id: by its name,
 * PostgreSQL reads the relations of that name of all projects.
 */
export function relationOf(catalog: Catalog, alias: string): string {
  return `join ${catalog}.pg_class ${alias}
  on ${alias}.relname = t.slug and ${alias}.relnamespace = to_regnamespace(t.schema_name::text)`
}

/**
 * catalogOf returns the schema to read the catalog from: all of it on the administrator's pool, the project's own part
 * on an owner's connection. By mistake for the administrator, the latter would show nothing.
 */
export function catalogOf(db: object): Catalog {
  return db instanceof pg.Pool || db instanceof TenantPool ? 'pg_catalog' : 'msingi_catalog'
}
