// The rules of WCAG 2.2 AA, as axe holds a page against them.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { drawn } from './open-console.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** violationsOf returns each rule that the page breaks, with the elements; `rules` are those to try in place of all. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source)
  await drawn(page)
  const runOnly = rules === undefined ? TAGS : { type: 'rule', values: rules }
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] })
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${options})`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
}
