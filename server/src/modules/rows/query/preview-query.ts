// Shows a structured query without running it: as SQL, as a URL in the manner of REST gateways, and as a curl call.
import { queryForReading } from '#engine/structured-query/compile-query.ts'
import { restUrl } from '#engine/structured-query/rest-url.ts'
import type { Asker } from '#platform/asker.ts'
import { planQuery, type QueryInput } from './prepare-query.ts'

/** PreviewInput is a query, and where the server is reached. */
export interface PreviewInput {
  readonly input: QueryInput
  readonly base: string
}

/** previewQuery returns all three. */
export async function previewQuery(asker: Asker, { input, base }: PreviewInput) {
  const plan = await planQuery(await asker.schema(), input)
  const lines = [
    `curl -X POST ${shellQuote(`${base}/api/v1/projects/${asker.project.id}/query/run`)}`,
    `-H 'X-PLATFORM-API-Key: YOUR_API_KEY'`,
    `-H 'content-type: application/json'`,
    `-d ${shellQuote(JSON.stringify(input))}`,
  ]
  return { sql: queryForReading(plan), rest_url: restUrl(plan), curl: lines.join(' \\\n  ') }
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
