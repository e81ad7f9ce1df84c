import type { ImageType } from '#contract/image.ts'

const AVIF_BRANDS = ['avif', 'avis']
const BRAND_LENGTH = 4

/** The image type by its magic number (first bytes); undefined for anything that the page does not show. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (textAt(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (['GIF87a', 'GIF89a'].includes(textAt(bytes, 0, 6))) return 'image/gif'
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'image/webp'
  return isAvif(bytes) ? 'image/avif' : undefined
}

/** ISO 14496-12: the first box is `ftyp`, with a brand, a version, and the brands that it is compatible with. */
function isAvif(bytes: Uint8Array): boolean {
  if (bytes.length < 16 || textAt(bytes, 4, 8) !== 'ftyp') return false
  const boxBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const end = Math.min(boxBytes, bytes.length)
  const brands = [textAt(bytes, 8, 12)]
  for (let at = 16; at + BRAND_LENGTH <= end; at += BRAND_LENGTH)
    brands.push(textAt(bytes, at, at + BRAND_LENGTH))
  return brands.some((brand) => AVIF_BRANDS.includes(brand))
}

function textAt(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}
