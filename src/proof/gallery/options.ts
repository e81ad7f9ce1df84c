import { parseArgs } from 'node:util'
import { LANGUAGES } from '../../words/languages.ts'
import { GALLERY_STATES } from './states/states.ts'

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export interface GalleryOptions {
  help: boolean
  /** Names, in the gallery's order. */
  states: readonly string[]
  languages: readonly string[]
  widths: readonly number[]
  themes: readonly Theme[]
  out: string
  /** Pages that are open at once. */
  jobs: number
}

const STATE_NAMES = GALLERY_STATES.map(({ name }) => name)
const LANGUAGE_TAGS = LANGUAGES.map(({ tag }) => tag)
const LANGUAGES_DEFAULT = 'pt-BR,en,ar,ja,de'
const WIDTHS_DEFAULT = '360,768,1280'
const WIDTH_MIN = 240
const WIDTH_MAX = 3840
const JOBS_DEFAULT = 3
const JOBS_MAX = 16

export const HELP = `Pictures of the page: every state, width, theme and language, and an index to look at them.

  npm run gallery -- [options]

  --states <names>     some of the states (default: all)
  --languages <tags>   some of the languages, or "all" (default ${LANGUAGES_DEFAULT})
  --widths <pixels>    of the window (default ${WIDTHS_DEFAULT})
  --themes <names>     ${THEMES.join(', ')} (default: both)
  --out <directory>    where the pictures go (default gallery); what was there from before is replaced
  --jobs <n>           pages that are open at once (default ${JOBS_DEFAULT})
  --help               this text

Several values are separated by commas. Exits with 1 when a page overflows its width, clips a text, violates its content
security policy or writes an error to its console; the index lists what was found. A page that is not built is built.

States: ${STATE_NAMES.join(', ')}
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readOptions(args: string[]): GalleryOptions {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      states: { type: 'string' },
      languages: { type: 'string', default: LANGUAGES_DEFAULT },
      widths: { type: 'string', default: WIDTHS_DEFAULT },
      themes: { type: 'string', default: THEMES.join() },
      out: { type: 'string', default: 'gallery' },
      jobs: { type: 'string', default: String(JOBS_DEFAULT) },
    },
  })
  return {
    help: values.help,
    states:
      values.states === undefined ? STATE_NAMES : some('--states', values.states, STATE_NAMES),
    languages:
      values.languages === 'all'
        ? LANGUAGE_TAGS
        : some('--languages', values.languages, LANGUAGE_TAGS),
    widths: wordsOf('--widths', values.widths).map((word) =>
      wholeNumber('--widths', word, WIDTH_MIN, WIDTH_MAX),
    ),
    themes: some('--themes', values.themes, THEMES),
    out: values.out,
    jobs: wholeNumber('--jobs', values.jobs, 1, JOBS_MAX),
  }
}

function some<Name extends string>(flag: string, text: string, known: readonly Name[]): Name[] {
  return wordsOf(flag, text).map((word) => {
    const name = known.find((name) => name === word)
    if (name === undefined) throw new RangeError(`${flag} ${word}: there are ${known.join(', ')}`)
    return name
  })
}

function wordsOf(flag: string, text: string): string[] {
  const words = [...new Set(text.split(',').map((word) => word.trim()))].filter(Boolean)
  if (words.length === 0) throw new RangeError(`${flag} names nothing`)
  return words
}

function wholeNumber(flag: string, text: string, min: number, max: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < min || number > max)
    throw new RangeError(`${flag} ${text}: must be a whole number from ${min} to ${max}`)
  return number
}
