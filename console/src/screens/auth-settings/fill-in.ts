// What a template looks like once its placeholders are filled in.

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/** fillIn replaces the placeholders that have a value, and leaves the others to be seen. */
export function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(PLACEHOLDER, (whole, name: string) => values[name.trim()] ?? whole)
}

/** fillInHtml does the same with values that are escaped for HTML. */
export function fillInHtml(template: string, values: Readonly<Record<string, string>>): string {
  const escaped = Object.entries(values).map(([name, value]) => [name, escapeHtml(value)])
  return fillIn(template, Object.fromEntries(escaped))
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
