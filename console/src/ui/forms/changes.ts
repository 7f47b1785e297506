// Whether a form differs from what it began with. It is compared, never noted by handlers: what is typed back is no change.

/** isChanged compares plain values, as in JSON: their texts, numbers, lists and objects. What is left out equals undefined. */
export function isChanged(now: unknown, before: unknown): boolean {
  if (Object.is(now, before)) return false
  if (!isObject(now) || !isObject(before) || Array.isArray(now) !== Array.isArray(before)) return true
  const names = new Set([...Object.keys(now), ...Object.keys(before)])
  return [...names].some((name) => isChanged(now[name], before[name]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
