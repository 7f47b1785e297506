// Placeholders of templates: checked when a template is stored, filled in when a message is sent.
import { escapeHtml } from '#platform/http/answers/escape-html.ts'

// Everything between double braces counts as a placeholder, so that a misspelt one is reported.
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/** fillIn replaces the placeholders in one pass: braces in a value stay as they are. */
export function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(PLACEHOLDER, (whole, name: string) => values[name.trim()] ?? whole)
}

/** withoutEmpty removes lines whose placeholders are all empty, such as the line of a link without redirect_urls. */
export function withoutEmpty(template: string, values: Readonly<Record<string, string>>): string {
  const lines = template.split('\n').filter((line) => {
    const names = [...line.matchAll(PLACEHOLDER)].map(([, name]) => String(name).trim())
    return names.length === 0 || names.some((name) => values[name] !== '')
  })
  const rest = lines.join('\n')
  return rest === template ? template : rest.replace(/\n{3,}/g, '\n\n')
}

/** fillInHtml does the same with HTML-escaped values. */
export function fillInHtml(template: string, values: Readonly<Record<string, string>>): string {
  return fillIn(
    template,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)])),
  )
}

/** placeholderProblems returns one clause per problem of a template, or an empty list. */
export function placeholderProblems(
  template: string,
  known: readonly string[],
  needs: readonly string[],
): string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name]) => String(name).trim())
  const problems = [...new Set(names)]
    .filter((name) => !known.includes(name))
    .map((name) => `unknown placeholder ${shown(name)}; the placeholders are ${known.map(shown).join(', ')}`)
  if (template.replace(PLACEHOLDER, '').includes('{{')) problems.push('has {{ without a closing }}')
  if (needs.length > 0 && !needs.some((name) => names.includes(name)))
    problems.push(`must contain ${needs.map(shown).join(' or ')}`)
  return problems
}

function shown(name: string): string {
  return `{{${name}}}`
}
