// Writes docs/configuration.md from the schema of the settings: `npm run docs:config`.
import { z } from 'zod'
import { settings } from './settings.ts'

const HEAD = `# Settings

Msingi reads its settings from the environment. All are optional. This page is generated from
\`server/src/platform/config/settings.ts\` by \`npm run docs:config\`.

| Setting | Default | What it does |
|---|---|---|
`

/** configurationDocs returns the page as Markdown, with one row per setting. */
export function configurationDocs(): string {
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const missing = schema.safeParse(undefined)
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { default?: unknown }
    const fallback = missing.success ? (json.default ?? missing.data) : undefined
    const shown = fallback === undefined ? '' : `\`${shownDefault(fallback)}\``
    return `| \`${name}\` | ${shown} | ${describe(schema)} |`
  })
  return `${HEAD}${rows.join('\n')}\n`
}

function shownDefault(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value)
}

function describe(schema: z.ZodType): string {
  return schema.description ?? ''
}
