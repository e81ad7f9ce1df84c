import { LRUCache } from 'lru-cache'
import type { Image } from '#contract/image.ts'
import { type ImageSize, imageSizeOf } from '#domain/image-size.ts'

const KNOWN_MAX = 1000

/** The size of a merchant's logo by its URL; `null` while it is not known. */
export type LogoSizeOf = (reference: string, logoUrl: string | null) => ImageSize | null

/** Remembers the sizes of logos. They are read in the background: no page waits for a merchant's server. */
export function createLogoSizes(
  readImage: (reference: string, name: string) => Promise<Image>,
): LogoSizeOf {
  const known = new LRUCache<string, { size: ImageSize | null }>({ max: KNOWN_MAX })

  async function learn(reference: string, logoUrl: string) {
    try {
      const { bytes } = await readImage(reference, 'logo')
      known.set(logoUrl, { size: imageSizeOf(bytes) ?? null })
    } catch {
      // The next page reads it again.
      known.delete(logoUrl)
    }
  }

  return (reference, logoUrl) => {
    if (logoUrl === null) return null
    const found = known.get(logoUrl)
    if (found !== undefined) return found.size
    known.set(logoUrl, { size: null })
    void learn(reference, logoUrl)
    return null
  }
}
