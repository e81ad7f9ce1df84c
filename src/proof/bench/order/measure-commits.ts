import { statement } from '#server/database/engine/database.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { publishing, type Publishing } from '#server/database/engine/notices.ts'

export const COMMITTERS = 16
const MEASURED_MS = 3000
const SILENT = { info: () => undefined, warn: () => undefined }

const TABLE = statement('bench: table', 'create table if not exists bench_commits (at timestamptz)')
const INSERT = 'insert into bench_commits values (now())'
const CHANGE = statement('bench: change', INSERT)
const TOLD = publishing(
  statement(
    'bench: told change',
    `${INSERT} returning array['bench ' || gen_random_uuid()] as notices`,
  ),
)

const WAYS = {
  'without a notice': { change: CHANGE, when: 'gathered' },
  'with NOTIFY in the commit': { change: TOLD, when: 'in the commit' },
  'with a notice gathered after it': { change: TOLD, when: 'gathered' },
} as const satisfies Record<string, { change: typeof CHANGE; when: Publishing }>

export type CommitsPerSecond = Record<keyof typeof WAYS, number>

/** Transactions a second of one small change each, over sixteen connections, without notices and with them. */
export async function measureCommits(url: string): Promise<CommitsPerSecond> {
  const rates: Partial<CommitsPerSecond> = {}
  for (const name of Object.keys(WAYS) as (keyof typeof WAYS)[])
    rates[name] = await rateOf(url, name)
  return rates as CommitsPerSecond
}

async function rateOf(url: string, name: keyof typeof WAYS): Promise<number> {
  const { change, when } = WAYS[name]
  const database = openDatabase({
    url,
    log: SILENT,
    publishing: when,
    connectionsOfEachKind: COMMITTERS,
  })
  try {
    await database.query(TABLE, [])
    const endMs = performance.now() + MEASURED_MS
    let commits = 0
    const commit = async () => {
      while (performance.now() < endMs) {
        await database.transaction((tx) => tx.query(change, []))
        commits += 1
      }
    }
    await Promise.all(Array.from({ length: COMMITTERS }, commit))
    return (commits * 1000) / MEASURED_MS
  } finally {
    await database.close()
  }
}
