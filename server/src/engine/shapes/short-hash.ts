// What tells names apart that would be too long whole.

/**
 * shortHash is FNV-1a with 64 bits, in 16 hexadecimal digits. Nobody gains by a collision: names meet only within a project,
 * and only those of objects that whoever makes both could change anyway.
 */
export function shortHash(text: string): string {
  let value = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n)
  }
  return value.toString(16).padStart(16, '0')
}
