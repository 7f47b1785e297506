// Pages of the documentation begin with a call in every language, as it is described: `npm run docs:snippets` writes them.
import { readFile, writeFile } from 'node:fs/promises'
import { snippetsOf } from '@msingi/snippets'
import { expect, test } from 'vitest'
import type { Description } from './description.ts'
import { DESCRIPTIONS, LIVE } from './descriptions.ts'

const SHOP = { book: 'BOOK_ID' }
const [START, END] = ['<!-- A call, by `npm run docs:snippets`: -->\n', '<!-- So much of the call. -->\n']
// Blocks of `sh` are pasted into a shell by another test, which has other names for server, project and key.
const FENCES: Readonly<Record<string, string>> = { curl: 'bash', typescript: 'ts', javascript: 'js' }

const onPages = [...DESCRIPTIONS, LIVE].flatMap(({ page, ...one }) =>
  page === undefined ? [] : [{ ...one, page }],
)

test.each(onPages)('docs/$page.md has its call in every language', async ({ page, ...one }) => {
  const path = new URL(`../../../docs/${page}.md`, import.meta.url)
  const text = await readFile(path, 'utf8')
  const [before, inside, ...more] = text.split(START)
  const [, after, ...others] = (inside ?? '').split(END)
  expect(more.length + others.length, 'more than one call').toBe(0)
  if (before === undefined || after === undefined) throw new Error(`${page} has no place for a call.`)
  const whole = before + START + blocksOf(one) + END + after
  if (process.env.UPDATE_DOCS === 'on') await writeFile(path, whole)
  else expect(text, 'run `npm run docs:snippets`').toBe(whole)
})

function blocksOf({ chain, isPublic }: Pick<Description, 'chain' | 'isPublic'>): string {
  const key = isPublic === true ? 'YOUR_PUBLISHABLE_KEY' : 'YOUR_SECRET_KEY'
  const place = { server: 'http://127.0.0.1:8080', project: 'YOUR_PROJECT', key }
  const blocks = snippetsOf(place, chain(SHOP)).map(
    ({ value, title, code }) =>
      `<details><summary>${title}</summary>\n\n\`\`\`${FENCES[value] ?? value}\n${code}\n\`\`\`\n\n</details>\n`,
  )
  return `\n${blocks.join('')}\n`
}
