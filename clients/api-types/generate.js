// Writes the types of an OpenAPI description, for src/api.ts. TypeScript 5.9 stays behind this file: the generator needs it.
import openapiTS, { astToString } from 'openapi-typescript'

const HEAD =
  '// The types of the API, generated from /openapi.yaml: `npm run api:types` writes them anew.\n\n'

/**
 * generateTypes returns TypeScript for a description.
 * @param {object} description as `app.describeApi()` returns it
 * @returns {Promise<string>}
 */
export async function generateTypes(description) {
  const types = await openapiTS(structuredClone(description), { silent: true, defaultNonNullable: false })
  return HEAD + astToString(types)
}
