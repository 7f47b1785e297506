// What can be seen of SQL without a parser: the server has that.

// Texts, names in quotes, dollar quotes and comments, in which nothing is a parameter or a keyword.
const OPAQUE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g

function bare(sql: string): string {
  return sql.replaceAll(OPAQUE, ' ')
}

/** isQuery is whether SQL reads only, by its first word. */
export function isQuery(sql: string): boolean {
  return /^[\s(]*(?:select|with|values|table)\b/i.test(bare(sql))
}

/** parametersOf returns the names of `:name` in SQL, each once. */
export function parametersOf(sql: string): string[] {
  const found = bare(sql).matchAll(/(?<![:\w]):([a-z_]\w*)/gi)
  return [...new Set([...found].map(([, name = '']) => name))]
}
