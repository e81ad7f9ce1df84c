import { parseArgs } from 'node:util'
import { readSeeded, seededFlags, wholeNumber, type SeededOptions } from '../options.ts'

export interface ForgeOptions extends SeededOptions {
  keys: number
  lookalikes: number
  signatures: number
  /** Threads. */
  jobs: number
}

const DEFAULTS = { keys: '1000000', lookalikes: '1000000', signatures: '100000', jobs: '2' }
const COUNT_MAX = 1_000_000_000
const JOBS_MAX = 64

export const FORGE_HELP = `Forges API keys and signatures of notifications in every way it knows, and shows each to what must refuse it: keys to what
stands before the API, signatures to what merchants verify by. None may be accepted, and of random look-alikes of keys a
scanner may take none for a key. Needs no server.

  npm run campaign:forge -- [options]

  --keys <n>        keys to forge; 0 leaves them out (default ${DEFAULTS.keys})
  --lookalikes <n>  texts for a scanner; 0 leaves them out (default ${DEFAULTS.lookalikes})
  --signatures <n>  signatures to forge; 0 leaves them out (default ${DEFAULTS.signatures})
  --seed <n>        chooses what is forged, and how (default: one by the clock, which is printed)
  --jobs <n>        threads (default ${DEFAULTS.jobs})
  --json            one JSON document instead of lines
  --help            this text

Exits with 1 when one was accepted.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readForgeOptions(args: string[]): ForgeOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...seededFlags(),
      keys: { type: 'string', default: DEFAULTS.keys },
      lookalikes: { type: 'string', default: DEFAULTS.lookalikes },
      signatures: { type: 'string', default: DEFAULTS.signatures },
      jobs: { type: 'string', default: DEFAULTS.jobs },
    },
  })
  return {
    ...readSeeded(values),
    keys: wholeNumber('--keys', values.keys, 0, COUNT_MAX),
    lookalikes: wholeNumber('--lookalikes', values.lookalikes, 0, COUNT_MAX),
    signatures: wholeNumber('--signatures', values.signatures, 0, COUNT_MAX),
    jobs: wholeNumber('--jobs', values.jobs, 1, JOBS_MAX),
  }
}
