import { z } from 'zod'

/** Image types that the page shows. Not SVG: it is a document and may contain scripts. */
export const IMAGE_TYPES = [
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** An image of a session: the merchant's logo, or a line's picture by its index. */
export const ImageName = z
  .string()
  .regex(/^(logo|0|[1-9][0-9]{0,2})$/)
  .describe('`logo`, or the place of a line in `lineItems`, counted from 0.')
  .meta({ examples: ['logo'] })
export type ImageName = z.infer<typeof ImageName>

export const Image = z.object({
  contentType: z.enum(IMAGE_TYPES),
  bytes: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
})
export type Image = z.infer<typeof Image>
