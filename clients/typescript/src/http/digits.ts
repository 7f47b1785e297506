// JSON whose numbers keep all their digits: what a double cannot hold becomes a text.

const keep = (_: string, value: unknown, { source }: { readonly source?: string } = {}) =>
  typeof value === 'number' && source !== undefined && !isSame(source, String(value)) ? source : value

/** parseDigits reads JSON, with a text in place of each number that a double cannot hold. */
export function parseDigits(text: string): unknown {
  return JSON.parse(text, keep)
}

/** checkDigits throws a TypeError where JSON.parse does not say how a number is written. */
export function checkDigits(): void {
  if (parseDigits('9007199254740993') !== '9007199254740993')
    throw new TypeError(
      "bigNumbers: 'text' needs a JSON.parse that keeps the source of numbers: Node 22, Chrome 114, Firefox 135, Safari 18.4.",
    )
}

// No double is written with more.
const MOST_DIGITS = 1000

// 1.50 is 1.5, and 1e+21 is 1 with 21 zeros.
function isSame(one: string, other: string): boolean {
  return one === other || (one.length <= MOST_DIGITS && canonical(one) === canonical(other))
}

function canonical(number: string): string {
  const [, sign = '', whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(number) ?? []
  const digits = `${whole}${part}`.replace(/^0+/, '')
  const short = digits.replace(/0+$/, '')
  return short === ''
    ? whole
    : `${sign}${short}e${Number(power) - part.length + digits.length - short.length}`
}
