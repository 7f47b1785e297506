// Characters as PostgreSQL counts them: code points, of which those beyond the first 65,536 take two UTF-16 units.

/** unitsAt returns how many UTF-16 units the character at an index takes. */
export function unitsAt(text: string, index: number): 1 | 2 {
  const unit = text.charCodeAt(index)
  return unit >= 0xd800 && unit <= 0xdbff && index + 1 < text.length ? 2 : 1
}

/** unitsBefore returns how many UTF-16 units the character takes that ends at an index. */
export function unitsBefore(text: string, index: number): 1 | 2 {
  const unit = text.charCodeAt(index - 1)
  return unit >= 0xdc00 && unit <= 0xdfff && index > 1 ? 2 : 1
}

/** countCharacters returns the number of characters before an index. */
export function countCharacters(text: string, end = text.length): number {
  let count = 0
  for (let index = 0; index < end; index += unitsAt(text, index)) count += 1
  return count
}

/** indexAfter returns the index behind so many characters, at most the text's length. */
export function indexAfter(text: string, count: number): number {
  let index = 0
  for (let left = count; left > 0 && index < text.length; left -= 1) index += unitsAt(text, index)
  return index
}

/** indexBeforeLast returns the index before the last so many characters, at least 0. */
export function indexBeforeLast(text: string, count: number, end = text.length): number {
  let index = end
  for (let left = count; left > 0 && index > 0; left -= 1) index -= unitsBefore(text, index)
  return index
}
