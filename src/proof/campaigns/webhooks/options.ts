import { parseArgs } from 'node:util'
import { commonFlags, readCommon, wholeNumber, type CommonOptions } from '../options.ts'

export interface WebhookOptions extends CommonOptions {
  events: number
  receivers: number
  /** From 0 to 1. */
  faulty: number
  neighbourSeconds: number
}

const DEFAULTS = {
  events: '5000',
  receivers: '60',
  faulty: '45%',
  neighbours: '20',
}
const EVENTS_MAX = 100_000_000
const RECEIVERS_MAX = 10_000
const SECONDS_MAX = 3600
const JOBS_DEFAULT = 2

export const WEBHOOKS_HELP = `Sends notifications with real workers over real PostgreSQL to receivers on real sockets that never answer, drip, flood,
reset, redirect to the inside, lie about their names or are not there, and to honest ones; time flies.
Each event must reach every receiver that works in the end: the same bytes, verified by the packages standardwebhooks and svix, as
often as the schedule says and never earlier. Then it measures what hostile receivers cost the honest ones.

  npm run campaign:webhooks -- [options]

  --events <n>      how many (default ${DEFAULTS.events})
  --receivers <n>   of as many merchants (default ${DEFAULTS.receivers})
  --faulty <n>%     how many of the receivers are hostile (default ${DEFAULTS.faulty})
  --neighbours <n>  seconds in real time, without hostile receivers and then with them; 0 leaves it out (default ${DEFAULTS.neighbours})
  --seed <n>        chooses who misbehaves, how and when (default: one by the clock, which is printed); what real sockets make of it is theirs
  --jobs <n>        workers at once (default ${JOBS_DEFAULT})
  --trace           write out what receivers did and what workers were told
  --json            one JSON document instead of lines
  --help            this text

Exits with 1 when a promise broke. DATABASE_URL names a PostgreSQL to use instead of one of its own.
`

/** Throws an error whose message tells what is wrong with the arguments. */
export function readWebhookOptions(args: string[]): WebhookOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...commonFlags(JOBS_DEFAULT),
      events: { type: 'string', default: DEFAULTS.events },
      receivers: { type: 'string', default: DEFAULTS.receivers },
      faulty: { type: 'string', default: DEFAULTS.faulty },
      neighbours: { type: 'string', default: DEFAULTS.neighbours },
    },
  })
  return {
    ...readCommon(values),
    events: wholeNumber('--events', values.events, 1, EVENTS_MAX),
    receivers: wholeNumber('--receivers', values.receivers, 1, RECEIVERS_MAX),
    faulty: wholeNumber('--faulty', values.faulty.replace(/%$/, ''), 0, 100) / 100,
    neighbourSeconds: wholeNumber('--neighbours', values.neighbours, 0, SECONDS_MAX),
  }
}
