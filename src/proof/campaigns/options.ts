import { parseArgs } from 'node:util'

/** What every campaign takes in which there is chance. */
export interface SeededOptions {
  help: boolean
  /** One JSON document instead of lines. */
  json: boolean
  /** Of the first schedule; the next ones count on. */
  seed: number
}

/** What campaigns of many schedules take. */
export interface CommonOptions extends SeededOptions {
  /** What runs at once. */
  jobs: number
  /** Every step is written out. */
  trace: boolean
}

export interface CampaignOptions extends CommonOptions {
  schedules: number
}

export const SEED_MAX = 2 ** 31
export const SCHEDULES_MAX = 100_000_000
const JOBS_MAX = 32
const MINUTES_MAX = 10_000

export function helpText(
  what: string,
  script: string,
  { schedules, jobs }: Pick<CampaignOptions, 'schedules' | 'jobs'>,
): string {
  return `${what}

  npm run ${script} -- [options]

  --schedules <n>   how many (default ${schedules})
  --seed <n>        of the first; the next ones count on (default: one by the clock, which is printed)
  --jobs <n>        schedules at once, each in a database of its own (default ${jobs})
  --trace           write out every step
  --json            one JSON document instead of lines
  --help            this text

A schedule that breaks a promise is printed with its seed, the rows that show it, and how to run it again alone.
Exits with 1 when there was one. DATABASE_URL names a PostgreSQL to use instead of one of its own.
`
}

/** Throws an error whose message tells what is wrong with the arguments. */
export function readCampaignOptions(
  args: string[],
  defaults: Pick<CampaignOptions, 'schedules' | 'jobs'>,
): CampaignOptions {
  const { values } = parseArgs({
    args,
    options: {
      ...commonFlags(defaults.jobs),
      schedules: { type: 'string', default: String(defaults.schedules) },
    },
  })
  return {
    ...readCommon(values),
    schedules: wholeNumber('--schedules', values.schedules, 1, SCHEDULES_MAX),
  }
}

/** For `parseArgs`. */
export function seededFlags() {
  return {
    help: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % SEED_MAX) },
  } as const
}

/** For `parseArgs`. */
export function commonFlags(jobs: number) {
  return {
    ...seededFlags(),
    trace: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(jobs) },
  } as const
}

type UnreadSeeded = Omit<SeededOptions, 'seed'> & { seed: string }
type Unread = UnreadSeeded & Pick<CommonOptions, 'trace'> & { jobs: string }

export function readSeeded({ help, json, seed }: UnreadSeeded): SeededOptions {
  return { help, json, seed: wholeNumber('--seed', seed, 0, SEED_MAX) }
}

export function readCommon({ trace, jobs, ...seeded }: Unread): CommonOptions {
  return { ...readSeeded(seeded), trace, jobs: wholeNumber('--jobs', jobs, 1, JOBS_MAX) }
}

/** Of a campaign that may be ended by time. */
export function readMinutes(text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber('--minutes', text, 1, MINUTES_MAX)
}

/** The number that a flag names; throws an error that says what it must be. */
export function wholeNumber(flag: string, text: string, min: number, max: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new RangeError(`${flag} ${text}: must be a whole number from ${min} to ${max}`)
  return number
}
