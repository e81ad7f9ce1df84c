import { parseArgs } from 'node:util'
import { commonFlags, readCommon, wholeNumber, type CommonOptions } from '../options.ts'

export interface TamperOptions extends CommonOptions {
  alterations: number
}

const ALTERATIONS_DEFAULT = 200
const ALTERATIONS_MAX = 1_000_000
const JOBS_DEFAULT = 2

export const TAMPER_HELP = `Changes the page, its scripts and the card's frame on their way to Chromium, one thing at a time, and looks whether anything
of it ran, whether another site was reached, and whether the operator's metric told of it.

  npm run campaign:tamper -- [options]

  --alterations <n> how many; kinds come in turn (default ${ALTERATIONS_DEFAULT})
  --seed <n>        of the first; the next ones count on (default: one by the clock, which is printed)
  --jobs <n>        pages at once (default ${JOBS_DEFAULT})
  --trace           write out every alteration
  --json            one JSON document instead of lines
  --help            this text

An alteration that ran, reached somebody or was not reported is printed with its seed. Exits with 1 when there was one.
Needs Chromium: Playwright's own or the system's; CHROMIUM_PATH names another.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readTamperOptions(args: string[]): TamperOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...commonFlags(JOBS_DEFAULT),
      alterations: { type: 'string', default: String(ALTERATIONS_DEFAULT) },
    },
  })
  return {
    ...readCommon(values),
    alterations: wholeNumber('--alterations', values.alterations, 1, ALTERATIONS_MAX),
  }
}
