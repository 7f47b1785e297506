// Dates in headers, in the three forms of RFC 9110, 5.6.7. Date.parse alone takes 0.5 for the year 2000.

const IN_GMT =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2}) \d{2}:\d{2}:\d{2} GMT$/
const WITHOUT_ZONE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** readHttpDate returns a date in milliseconds since 1970, or undefined. */
export function readHttpDate(text: string): number | undefined {
  const time = IN_GMT.test(text)
    ? Date.parse(text)
    : WITHOUT_ZONE.test(text)
      ? Date.parse(`${text} GMT`)
      : Number.NaN
  return Number.isNaN(time) ? undefined : time
}
