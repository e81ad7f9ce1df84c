import type { Image, ImageType } from '#contract/image.ts'
import { imageSizeOf } from '#domain/image-size.ts'
import { brandColours } from '#domain/brand/brand-style.ts'
import { formatColour, parseColour } from '#domain/brand/colour.ts'

/** What the message shows of the merchant's brand. */
export interface ReceiptBrand {
  /** Background colour of the button and of the initial; readable on white and on black. */
  ground: string
  ink: string
  logo: { width: number; height: number; isWordmark: boolean } | null
}

/** Types that every mail client shows. */
const MAIL_TYPES: readonly ImageType[] = ['image/png', 'image/jpeg', 'image/gif']
const LOGO_BYTES_MAX = 256 * 1024
const LOGO_HEIGHT_PX = 40
const LOGO_WIDTH_MAX_PX = 200
/** A logo with a larger ratio of width to height counts as a wordmark, as on the page. */
const WORDMARK_RATIO = 2
const NO_BRAND = '#1b4dff'

export function receiptBrand(color: string | null, logo: Image | undefined): ReceiptBrand {
  const colour = parseColour(color ?? NO_BRAND) ?? [0x1b, 0x4d, 0xff]
  const { brand, ink } = brandColours(colour, 'light')
  return { ground: formatColour(brand), ink: formatColour(ink), logo: logo ? shown(logo) : null }
}

/** The size at which the logo is shown; `null` when mail clients may not show it, or it makes the message heavy. */
function shown({ contentType, bytes }: Image): ReceiptBrand['logo'] {
  if (!MAIL_TYPES.includes(contentType) || bytes.byteLength > LOGO_BYTES_MAX) return null
  const size = imageSizeOf(bytes)
  if (size === undefined) return null
  const scale = Math.min(LOGO_HEIGHT_PX / size.height, LOGO_WIDTH_MAX_PX / size.width)
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
    isWordmark: size.width / size.height > WORDMARK_RATIO,
  }
}
