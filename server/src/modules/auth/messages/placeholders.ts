// The placeholders of templates: checked when a template is written, filled in when a message is sent.

// Anything between double braces is meant as a placeholder, so that a misspelt one is noticed.
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** fillIn puts the values in place of the placeholders, in one pass: what a value looks like does not matter. */
export function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(PLACEHOLDER, (whole, name: string) => values[name.trim()] ?? whole)
}

/** withoutEmpty leaves out the lines that name nothing but what is empty: without a place to lead to there is no link. */
export function withoutEmpty(template: string, values: Readonly<Record<string, string>>): string {
  const lines = template.split('\n').filter((line) => {
    const names = [...line.matchAll(PLACEHOLDER)].map(([, name]) => String(name).trim())
    return names.length === 0 || names.some((name) => values[name] !== '')
  })
  const rest = lines.join('\n')
  return rest === template ? template : rest.replace(/\n{3,}/g, '\n\n')
}

/** fillInHtml does the same in HTML, where values must not become markup. */
export function fillInHtml(template: string, values: Readonly<Record<string, string>>): string {
  return fillIn(
    template,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)])),
  )
}

/** placeholderProblems says what is wrong with a template: one clause for each problem. */
export function placeholderProblems(
  template: string,
  known: readonly string[],
  needs: readonly string[],
): string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name]) => String(name).trim())
  const problems = [...new Set(names)]
    .filter((name) => !known.includes(name))
    .map((name) => `there is no ${shown(name)} here; there is ${known.map(shown).join(', ')}`)
  if (template.replace(PLACEHOLDER, '').includes('{{')) problems.push('has {{ without }}')
  if (needs.length > 0 && !needs.some((name) => names.includes(name)))
    problems.push(`must have ${needs.map(shown).join(' or ')}`)
  return problems
}

function shown(name: string): string {
  return `{{${name}}}`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
