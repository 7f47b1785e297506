// Writes docs/configuration.md from the schema of the settings: `npm run docs:config`.
import { z } from 'zod'
import { SETTINGS } from './config.ts'

const HEAD = `# Settings

Msingi reads its settings from the environment. All are optional. This page is generated from
\`server/src/platform/config/settings.ts\` by \`npm run docs:config\`.

| Setting | Default | What it does |
|---|---|---|
`

/** configurationDocs returns the page as Markdown, with one row per setting. */
export function configurationDocs(): string {
  const rows = SETTINGS.map(({ variable, schema, description }) => {
    const { default: fallback } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    const shown = fallback === undefined ? '' : `\`${fallback}\``
    return `| \`${variable}\` | ${shown} | ${description} |`
  })
  return `${HEAD}${rows.join('\n')}\n`
}
