// Splits JSON text into its members without parsing them: numbers that JavaScript cannot represent stay unchanged.

/** jsonParts yields the members of an object with their names, or the items of an array, each as JSON text. */
export function* jsonParts(json: string): Generator<readonly [name: string, value: string]> {
  const isObject = json.startsWith('{')
  for (let at = skipSpace(json, 1); at < json.length - 1; ) {
    let name = ''
    if (isObject) {
      const end = endOf(json, at)
      name = JSON.parse(json.slice(at, end))
      at = skipSpace(json, skipSpace(json, end) + 1)
    }
    const end = endOf(json, at)
    yield [name, json.slice(at, end)]
    // After the value comes a comma, or the end.
    at = skipSpace(json, skipSpace(json, end) + 1)
  }
}

function skipSpace(json: string, from: number): number {
  let at = from
  while (at < json.length && ' \n\r\t'.includes(json.charAt(at))) at += 1
  return at
}

// The text is known to be valid JSON, so that brackets and commas are enough to find the end of a value.
function endOf(json: string, from: number): number {
  let depth = 0
  for (let at = from; at < json.length; at += 1) {
    switch (json.charAt(at)) {
      case '"':
        at = endOfText(json, at)
        if (depth === 0) return at + 1
        break
      case '{':
      case '[':
        depth += 1
        break
      case '}':
      case ']':
        if (depth === 0) return at
        depth -= 1
        if (depth === 0) return at + 1
        break
      case ',':
        if (depth === 0) return at
        break
      default:
    }
  }
  return json.length
}

function endOfText(json: string, from: number): number {
  for (let at = from + 1; ; at += 1) {
    const quote = json.indexOf('"', at)
    if (quote < 0) throw new SyntaxError('a string is not terminated')
    let slashes = 0
    while (json.charAt(quote - 1 - slashes) === '\\') slashes += 1
    if (slashes % 2 === 0) return quote
    at = quote
  }
}
