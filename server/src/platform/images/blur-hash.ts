// BlurHash (https://blurha.sh): some 30 characters that a client turns into a blurred preview of an image.
import { openImage, refuse } from './transform-image.ts'

const SIDE = 32
const MOST_COMPONENTS = 4
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

type Colour = readonly [number, number, number]

/** blurHashOf returns the BlurHash of an image. */
export async function blurHashOf(source: Buffer): Promise<string> {
  const { image } = await openImage(source)
  const { data, info } = await image
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: 'inside' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuse)
  return blurHash(data, info.width, info.height, info.channels)
}

/** blurHash returns the BlurHash of pixels. The longer side gets four components. */
export function blurHash(pixels: Uint8Array, width: number, height: number, channels: number): string {
  const [across, down] = componentsFor(width, height)
  const factors: Colour[] = []
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1) factors.push(factorOf({ pixels, width, height, channels }, x, y))
  const [average = [0, 0, 0], ...details] = factors
  const most = Math.max(0, ...details.flat().map(Math.abs))
  const scale = details.length === 0 ? 0 : clamp(Math.floor(most * 166 - 0.5), 82)
  const maximum = details.length === 0 ? 1 : (scale + 1) / 166
  return [
    base83(across - 1 + (down - 1) * 9, 1),
    base83(scale, 1),
    base83(colourNumber(average), 4),
    ...details.map((detail) => base83(detailNumber(detail, maximum), 2)),
  ].join('')
}

function componentsFor(width: number, height: number): readonly [number, number] {
  const shorter = (part: number, whole: number) =>
    Math.max(1, Math.min(MOST_COMPONENTS, Math.round((MOST_COMPONENTS * part) / whole)))
  return width >= height
    ? [MOST_COMPONENTS, shorter(height, width)]
    : [shorter(width, height), MOST_COMPONENTS]
}

interface Pixels {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: number
}

// One component of a discrete cosine transform.
function factorOf({ pixels, width, height, channels }: Pixels, x: number, y: number): Colour {
  let [red, green, blue] = [0, 0, 0]
  for (let row = 0; row < height; row += 1) {
    const vertical = Math.cos((Math.PI * y * row) / height)
    for (let column = 0; column < width; column += 1) {
      const basis = Math.cos((Math.PI * x * column) / width) * vertical
      const at = (row * width + column) * channels
      const value = (channel: number) => linear(pixels[at + (channels < 3 ? 0 : channel)] ?? 0)
      red += basis * value(0)
      green += basis * value(1)
      blue += basis * value(2)
    }
  }
  const scale = (x === 0 && y === 0 ? 1 : 2) / (width * height)
  return [red * scale, green * scale, blue * scale]
}

function linear(value: number): number {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function sRgb(value: number): number {
  const part = Math.min(1, Math.max(0, value))
  return Math.round((part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055) * 255)
}

function colourNumber([red, green, blue]: Colour): number {
  return (sRgb(red) << 16) + (sRgb(green) << 8) + sRgb(blue)
}

function detailNumber(detail: Colour, maximum: number): number {
  const [red = 0, green = 0, blue = 0] = detail.map((value) => {
    const part = value / maximum
    return clamp(Math.floor(Math.sign(part) * Math.abs(part) ** 0.5 * 9 + 9.5), 18)
  })
  return red * 19 * 19 + green * 19 + blue
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value))
}

function base83(value: number, length: number): string {
  const digits = Array.from({ length }, (_, n) => Math.floor(value / 83 ** (length - n - 1)) % 83)
  return digits.map((digit) => DIGITS[digit]).join('')
}
