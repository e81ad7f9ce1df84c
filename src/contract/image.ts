import { z } from 'zod'

/** Pictures that the page shows. No SVG: that is a document, and may hold a program. */
export const IMAGE_TYPES = [
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** Which picture of a session: the merchant's logo, or that of a line. */
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
