import { parseArgs } from 'node:util'
import { wholeNumber } from '../options.ts'

export interface RaceOptions {
  help: boolean
  json: boolean
  sessions: number
  atOnce: number
}

const SESSIONS = 100
const SESSIONS_MAX = 1_000_000
const AT_ONCE = 50
const AT_ONCE_MAX = 1000

export function raceHelp(): string {
  return `Presses the button of one session many times at the same moment, over HTTP at two processes with one PostgreSQL: all but the last
byte of each request is sent, then all last bytes. Each session must be charged once, by the processor's own ledger.

  npm run campaign:race -- [options]

  --sessions <n>   one after the other (default ${SESSIONS})
  --at-once <n>    presses of each, a fifth of them under the key of another (default ${AT_ONCE})
  --json           one JSON document instead of lines
  --help           this text

Exits with 1 when a session was not charged once, or a press got another answer than the result or a 409.
`
}

/** Throws an error whose message tells what is wrong with the arguments. */
export function readRaceOptions(args: string[]): RaceOptions {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      sessions: { type: 'string', default: String(SESSIONS) },
      'at-once': { type: 'string', default: String(AT_ONCE) },
    },
  })
  return {
    help: values.help,
    json: values.json,
    sessions: wholeNumber('--sessions', values.sessions, 1, SESSIONS_MAX),
    atOnce: wholeNumber('--at-once', values['at-once'], 2, AT_ONCE_MAX),
  }
}
