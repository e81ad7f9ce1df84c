import { z } from 'zod'
import { ENVIRONMENTS } from '#contract/environment.ts'
import { LANGUAGES } from '#words/languages.ts'
import { GALLERY_STATES } from './states/states.ts'

const THEMES = ['light', 'dark'] as const
const STATE_NAMES = GALLERY_STATES.map(({ name }) => name)
const LANGUAGE_TAGS = LANGUAGES.map(({ tag }) => tag)
const ALL = 'all'

const GalleryOptions = z.object({
  states: z
    .array(z.enum(STATE_NAMES))
    .default(STATE_NAMES)
    .meta({ description: 'some of the states', placeholder: 'names', defaultText: ALL }),
  languages: z
    .array(z.enum([...LANGUAGE_TAGS, ALL]))
    .default(['pt-BR', 'en', 'ar', 'ja', 'de'])
    .meta({ description: `some of the languages, or "${ALL}"`, placeholder: 'tags' })
    .transform((tags) => (tags.includes(ALL) ? LANGUAGE_TAGS : tags)),
  widths: z
    .array(z.int().min(240).max(3840))
    .default([360, 768, 1280])
    .meta({ description: 'of the window', placeholder: 'pixels' }),
  themes: z
    .array(z.enum(THEMES))
    .default([...THEMES])
    .meta({ description: 'some of the themes', placeholder: 'names' }),
  environment: z
    .enum(ENVIRONMENTS)
    .default('sandbox')
    .meta({ description: 'whose page; production has no blocks of the sandbox' }),
  out: z.string().default('gallery').meta({
    description: 'where the pictures go; what was there from before is replaced',
    placeholder: 'directory',
  }),
  compare: z.string().optional().meta({
    description: 'pictures of an earlier run, shown beside these, changed ones first',
    placeholder: 'directory',
  }),
  jobs: z.int().min(1).max(16).default(3).describe('pages that are open at once'),
})
export type GalleryOptions = z.output<typeof GalleryOptions>

export const GALLERY = {
  command: 'npm run gallery --',
  about:
    'Pictures of the page: every state, width, theme and language, and an index to look at them.',
  options: GalleryOptions,
  notes: `Several values are separated by commas. Exits with 1 when a page overflows its width, clips a text, violates its content
security policy or writes an error to its console; the index lists what was found. A page that is not built is built.

States: ${STATE_NAMES.join(', ')}`,
}
