import { z } from 'zod'
import { table } from '#client/tools/command-line/table.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import { FIGURES_DOCUMENT, markdownTable, measuredBy, writeBlock } from '../../figures/blocks.ts'
import { openConnection } from '../connection.ts'
import { spread, type Spread } from '../statistics.ts'
import { MEASURE_PATH, type ShownSessions } from './measured-parts.ts'
import { type DocumentStage, openDocumentStage } from './open-document-stage.ts'

/** The budget: processor time of Node for a page, in microseconds. */
const MICROSECONDS_MAX = 1000
const BROTLI = 'gzip, deflate, br, zstd'
const NOTHING = 'identity'
const WARM_UP_ROUNDS = 3

const Options = z.object({
  json: z.boolean().default(false).describe('print one JSON document instead of the table'),
  check: z
    .boolean()
    .default(false)
    .describe(`exit with 1 when a page takes more than ${MICROSECONDS_MAX} µs of Node`),
  write: z.boolean().default(false).describe(`write what was measured into ${FIGURES_DOCUMENT}`),
  rounds: z.int().min(1).default(15).describe('rounds, all parts in turn'),
  pages: z.int().min(1).default(100).describe('pages of a part in a round'),
  profile: z
    .string()
    .optional()
    .meta({ description: 'write a .cpuprofile of the process there', placeholder: 'dir' }),
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
  /** The page with brotli, compressed as one text. */
  asOne: Spread
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
  const { json, check, write, rounds, pages } = options
  const measured = await measureOnStage(options)
  const rows = rowsOf(measured)
  process.stdout.write(
    json
      ? `${JSON.stringify(measured, null, 2)}\n`
      : `${table(HEADS, rows)}\n${verdict(measured)}\n`,
  )
  const command = `npm run bench:document -- --rounds ${rounds} --pages ${pages}`
  if (write)
    await writeBlock(
      'document',
      `${markdownTable(HEADS, rows)}\n\n${measuredBy(command, new Date())}`,
    )
  if (check && !measured.met) process.exitCode = 1
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
  asOne,
  read,
}: Measured): [string, string, string][] {
  const row = (what: string, { min, median, max }: Spread): [string, string, string] => [
    what,
    median.toFixed(0),
    `${min.toFixed(0)} to ${max.toFixed(0)}`,
  ]
  return [
    row('a page over HTTP, each of another session', page),
    row('the same session again', again),
    row('a page within the process, without HTTP', inProcess),
    row('the same without compression', uncompressed),
    row('the same compressed as one, without HTTP', asOne),
    row("the API's answer alone, within the process", read),
    ...(postgres === undefined ? [] : [row('PostgreSQL, for a page', postgres)]),
  ]
}

async function measureOnStage(options: DocumentOptions): Promise<Measured> {
  const { rounds, pages } = options
  // Each round shows sessions that no round has shown.
  const stage = await openDocumentStage(pages * (rounds + WARM_UP_ROUNDS), options)
  try {
    const measured: Awaited<ReturnType<typeof measureRound>>[] = []
    for (let round = 0; round < rounds + WARM_UP_ROUNDS; round++) {
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
      asOne: of('asOne'),
      read: of('read'),
      met: page.median <= MICROSECONDS_MAX,
    }
  } finally {
    await stage.close()
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
    asOne: await part('asOne'),
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
