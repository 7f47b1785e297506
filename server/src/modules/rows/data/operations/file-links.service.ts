// Statements that show the addresses of files get what these are made of just before they run: it changes with time, while
// statements are kept, and it begins with the address that the request came to.
import type { FastifyRequest } from 'fastify'
import type { CompiledStatement } from '#engine/request/compile/sql-writer.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import type { Statement } from '#platform/db/connections/packet.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'

/** LinkSource returns what the addresses of files are made of, for one request. */
export type LinkSource = () => Promise<string>

/** LinkedStatement is a statement that may show addresses of files. */
export type LinkedStatement = Statement & Pick<CompiledStatement, 'links'>

/** linkSourceOf returns the source for a request. */
export function linkSourceOf({ config }: Platform, links: ObjectLinks, request: FastifyRequest): LinkSource {
  return () => links.source(projectOf(request), baseUrlOf(config, request))
}

/** withLinks returns the statements ready to run. */
export async function withLinks(
  statements: readonly LinkedStatement[],
  source: LinkSource | undefined,
): Promise<readonly Statement[]> {
  if (statements.every(({ links }) => links === undefined)) return statements
  if (source === undefined)
    throw new Error('a statement shows addresses of files, and there is no source of them')
  const json = await source()
  return statements.map((statement) =>
    statement.links === undefined
      ? statement
      : { ...statement, values: (statement.values ?? []).with(statement.links, json) },
  )
}
