import { parseArgs } from 'node:util'
import { readSeeded, seededFlags, wholeNumber, type SeededOptions } from '../options.ts'

export interface CanaryOptions extends SeededOptions {
  /** Numbers of cards, each with a code and a holder. */
  cards: number
  /** With a browser and every command. */
  whole: boolean
}

const CARDS_DEFAULT = 30
const CARDS_MIN = 6
const CARDS_MAX = 300

export const CANARY_HELP = `Runs the product with secrets that are unique, lives a whole life with it (shoppers with and without a browser, merchants,
operators, callers that put cards and keys where they do not belong, errors, a kill -9), and then looks for each secret, in
every encoding, wherever something of the product comes out: builds, answers, browser, logs, database, files, backup, metrics,
notifications, e-mails, commands. Where a secret may be is a table: src/proof/campaigns/canary/allowed.ts.

  npm run campaign:canary -- [options]

  --cards <n>   how many cards pay, each with a number, code and holder of its own (default ${CARDS_DEFAULT})
  --short       without a browser, and with few commands
  --seed <n>    which cards there are (default: one by the clock, which is printed); keys are new in every run
  --json        one JSON document instead of lines
  --help        this text

A leak is told with the sink, the secret's name, its encoding and its place, never with the secret itself. At the end a secret
is leaked on purpose into a copy of each sink, in each encoding. Exits with 1 when there was a leak, when a planted one was
missed, or when something was not searched at all.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readCanaryOptions(args: string[]): CanaryOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...seededFlags(),
      cards: { type: 'string', default: String(CARDS_DEFAULT) },
      short: { type: 'boolean', default: false },
    },
  })
  return {
    ...readSeeded(values),
    cards: wholeNumber('--cards', values.cards, CARDS_MIN, CARDS_MAX),
    whole: !values.short,
  }
}
