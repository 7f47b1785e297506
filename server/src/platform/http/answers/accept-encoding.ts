// Which encoding of an answer a client takes (RFC 9110, 12.5.3).

/** preferredEncoding returns that of `offered`, best first, which the client likes best, or undefined where it takes none. */
export function preferredEncoding<Name extends string>(
  header: string | undefined,
  offered: readonly Name[],
): Name | undefined {
  if (header === undefined) return undefined
  const weights = new Map(header.toLowerCase().split(',').map(weightOf))
  let [best, most]: [Name | undefined, number] = [undefined, 0]
  for (const name of offered) {
    const weight = weights.get(name) ?? weights.get('*') ?? 0
    if (weight > most) [best, most] = [name, weight]
  }
  return best
}

function weightOf(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((one) => one.trim())
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2)
  return [name, weight === undefined ? 1 : Number(weight) || 0]
}
