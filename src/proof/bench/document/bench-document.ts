import { z } from 'zod'
import { table } from '#client/tools/command-line/table.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import { onStage } from '../command/on-stage.ts'
import { check, json, profile, rounds, write } from '../command/options.ts'
import { publish } from '../command/publish.ts'
import { openConnection } from '../connection.ts'
import { range, spread, type Spread } from '../statistics.ts'
import { MEASURE_PATH, type ShownSessions } from './measured-parts.ts'
import { type DocumentStage, openDocumentStage } from './open-document-stage.ts'

/** The budget: processor time of Node for a page, in microseconds. */
const MICROSECONDS_MAX = 1000
const BROTLI = 'gzip, deflate, br, zstd'
const NOTHING = 'identity'
const WARM_UP_ROUNDS = 3

const Options = z.object({
  json: json(),
  check: check(`a page takes more than ${MICROSECONDS_MAX} µs of Node`),
  write: write('what was measured'),
  rounds: rounds(15, 'rounds, all parts in turn'),
  pages: z.int().min(1).default(100).describe('pages of a part in a round'),
  profile: profile('the process'),
})
type DocumentOptions = z.output<typeof Options>

/** Microseconds of processor time for one page. */
interface Measured {
  /** Pages over HTTP, with brotli, each of another session. */
  page: Spread
  /** Processor time of PostgreSQL for the same pages; undefined without `/proc`. */
  postgres: Spread | undefined
  /** Pages over HTTP, all of the same session. */
  again: Spread
  /** Measured within the process, without HTTP: the page with brotli; below, without brotli, and the API's answer alone. */
  inProcess: Spread
  uncompressed: Spread
  read: Spread
  met: boolean
}

const HEADS = ['of a page by server-side rendering, in processor time', 'µs', 'of single rounds']

await runCommandLine(
  {
    command: 'npm run bench:document --',
    about: "Measures what a shopper's page costs a process of page and API, with brotli.",
    options: Options,
    notes: `Processor time of the whole process, its threads included, with the production build; PostgreSQL is counted apart. Each page is
that of another session: other lines, amounts, shopper and language. Parts are measured within the process, one page at a time.`,
  },
  process.argv.slice(2),
  bench,
)

async function bench(options: DocumentOptions): Promise<void> {
  // Each round shows sessions that no round has shown.
  const sessions = options.pages * (options.rounds + WARM_UP_ROUNDS)
  const measured = await onStage(
    (opening) => openDocumentStage(opening, sessions, options),
    (stage) => measure(stage, options),
  )
  const rows = rowsOf(measured)
  await publish(options, {
    result: measured,
    text: `${table(HEADS, rows)}\n${verdict(measured)}\n`,
    met: measured.met,
    figures: {
      block: 'document',
      heads: HEADS,
      rows,
      command: `npm run bench:document -- --rounds ${options.rounds} --pages ${options.pages}`,
    },
  })
}

function verdict({ page, met }: Measured): string {
  const measured = `${page.median.toFixed(0)} µs of Node for a page, of ${MICROSECONDS_MAX} µs`
  return `${measured}${met ? '' : ', OVER BUDGET'}`
}

function rowsOf({
  page,
  postgres,
  again,
  inProcess,
  uncompressed,
  read,
}: Measured): [string, string, string][] {
  const row = (what: string, of: Spread): [string, string, string] => [
    what,
    of.median.toFixed(0),
    range(of, 0),
  ]
  return [
    row('a page over HTTP, each of another session', page),
    row('the same session again', again),
    row('a page within the process, without HTTP', inProcess),
    row('the same without compression', uncompressed),
    row("the API's answer alone, within the process", read),
    ...(postgres === undefined ? [] : [row('PostgreSQL, for a page', postgres)]),
  ]
}

async function measure(
  stage: DocumentStage,
  { rounds: count, pages }: DocumentOptions,
): Promise<Measured> {
  const measured: Awaited<ReturnType<typeof measureRound>>[] = []
  for (let round = 0; round < count + WARM_UP_ROUNDS; round++) {
    const references = stage.references.slice(round * pages, (round + 1) * pages)
    const result = await measureRound(stage, references)
    if (round >= WARM_UP_ROUNDS) measured.push(result)
  }
  const of = (name: Exclude<keyof (typeof measured)[number], 'postgres'>) =>
    spread(measured.map((round) => round[name]))
  const postgres = measured.flatMap((round) => round.postgres ?? [])
  const page = of('page')
  return {
    page,
    postgres: postgres.length === 0 ? undefined : spread(postgres),
    again: of('again'),
    inProcess: of('inProcess'),
    uncompressed: of('uncompressed'),
    read: of('read'),
    met: page.median <= MICROSECONDS_MAX,
  }
}

async function measureRound(stage: DocumentStage, references: readonly string[]) {
  const { server } = stage
  const [first = ''] = references
  const part = (name: ShownSessions['part'], acceptEncoding = BROTLI) =>
    measurePart(server.origin, { part: name, references: [...references], acceptEncoding })

  const before = await stage.postgresMs()
  const page = await overHttp(stage, references)
  const after = await stage.postgresMs()
  return {
    page,
    postgres:
      before === undefined || after === undefined
        ? undefined
        : ((after - before) * 1000) / references.length,
    again: await overHttp(
      stage,
      references.map(() => first),
    ),
    inProcess: await part('page'),
    uncompressed: await part('page', NOTHING),
    read: await part('read'),
  }
}

async function overHttp({ server }: DocumentStage, references: readonly string[]): Promise<number> {
  const connection = await openConnection(new URL(server.origin))
  try {
    const before = await server.cpuMs()
    for (const reference of references) {
      const headers = { 'accept-encoding': BROTLI }
      const status = await connection.ask({ method: 'GET', path: `/c/${reference}`, headers })
      if (status !== 200) throw new Error(`the page is ${status}`)
    }
    return (((await server.cpuMs()) - before) * 1000) / references.length
  } finally {
    connection.close()
  }
}

async function measurePart(origin: string, shown: ShownSessions): Promise<number> {
  const response = await fetch(`${origin}${MEASURE_PATH}`, {
    method: 'POST',
    body: JSON.stringify(shown),
  })
  return z.number().parse(await response.json())
}
