import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { table } from '#client/tools/command-line/table.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import { json, write } from '../command/options.ts'
import { publish } from '../command/publish.ts'
import { fillDatabase, type FilledTable } from './fill-database.ts'
import { measureCalls, type MeasuredCalls } from './measure-calls.ts'

const Options = z.object({
  sessions: z.int().min(100).default(500_000).describe('sessions to add'),
  merchants: z.int().min(1).default(200).describe('merchants, of very different sizes'),
  days: z.int().min(1).default(90).describe('days over which the sessions were made'),
  directory: z.string().optional().meta({
    description: 'an embedded PostgreSQL there, instead of DATABASE_URL',
    placeholder: 'dir',
  }),
  fill: z.boolean().default(true).describe('only measure a database that is filled'),
  write: write('what was measured'),
  add: z.boolean().default(false).describe('also into a database that has merchants'),
  json: json(),
})

const SILENT = { info: () => undefined, warn: () => undefined }
const MEBIBYTE = 2 ** 20

await runCommandLine(
  {
    command: 'npm run bench:fill --',
    about:
      'Fills a database with sessions in every state, and their payments, refunds, events and deliveries.',
    options: Options,
    notes: `Sessions of every kind are made through the API, then copied by set-based SQL with new ids and times: the form and size of
each row are real. Of a text, only ids, order, e-mail address and endpoint differ. The copies of audit rows are not sealed, so
"checkout audit verify" fails afterwards. DATABASE_URL must name a superuser. Never fill a database that is in use.`,
  },
  process.argv.slice(2),
  run,
)

async function run(options: z.output<typeof Options>): Promise<void> {
  const { directory, add, fill, sessions, merchants, days } = options
  const target = await openTarget(directory)
  const startedMs = performance.now()
  try {
    await migrate({ url: target.url, log: SILENT })
    const tables = fill
      ? await fillDatabase(target.url, { sessions, merchants, days, adds: add }, (done) =>
          process.stderr.write(`${done} of ${sessions} sessions\n`),
        )
      : []
    const seconds = Math.round((performance.now() - startedMs) / 1000)
    const measured = await measureCalls(target.url)
    const found = { seconds, tables, measured }
    await publish(options, {
      result: found,
      text: report(found),
      met: true,
      figures: { block: 'growth', ...growthFigures(measured), command: 'npm run bench:fill' },
    })
  } finally {
    await target.close()
  }
}

async function openTarget(
  directory: string | undefined,
): Promise<{ url: string; close: () => Promise<void> }> {
  if (directory === undefined) {
    const url = process.env['DATABASE_URL']
    if (url !== undefined) return { url, close: async () => undefined }
    const remedy = 'Give --directory, or DATABASE_URL in the environment.'
    throw new CommandFailure(remedy, EXIT.usage)
  }
  const dataDir = resolve(directory)
  await mkdir(dataDir, { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataDir, log: SILENT })
  return { url: postgres.url, close: () => postgres.stop() }
}

function growthFigures({ sessions, sessionsOfMerchant, calls }: MeasuredCalls) {
  const rows = calls.map(({ call, ms }) => [call, ms.toFixed(1)])
  const heads = [`${sessions} sessions, ${sessionsOfMerchant} of the merchant`, 'ms']
  return { heads, rows }
}

interface Found {
  seconds: number
  tables: readonly FilledTable[]
  measured: MeasuredCalls
}

function report({ seconds, tables, measured }: Found): string {
  const rows = tables.map(({ table: name, rows: count, bytes }) => [
    name,
    String(count),
    (bytes / MEBIBYTE).toFixed(0),
  ])
  const calls = measured.calls.map(({ call, ms }) => [call, ms.toFixed(1)])
  const filled = `${table(['table', 'rows', 'MiB with indexes'], rows)}\n\nfilled in ${seconds} s\n\n`
  return `${tables.length === 0 ? '' : filled}${table(['call', 'ms'], calls)}\n`
}
