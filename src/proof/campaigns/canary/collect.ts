import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { createCaller } from './callers.ts'
import { readBackup, readBuilds, readData } from './read-files.ts'
import { readDatabase } from './read-database.ts'
import type { Document } from './sinks.ts'
import type { CanaryStage } from './stage.ts'

/** Yields every document that is left after the run: database, files, builds, backup. */
export async function* collect(stage: CanaryStage): AsyncGenerator<Document> {
  const { pool, directories, recorder } = stage
  yield* recorder.documents
  yield* readBuilds()
  yield* readDatabase(pool)
  await pool.query('checkpoint')
  yield* readData(directories.product, 'product')
  yield* readData(directories.postgres, 'postgres')
  yield* readBackup(pool, join(directories.postgres, 'cluster'))
}

const Build = z.object({ entry: z.string(), scripts: z.record(z.string(), z.string()) })
const BUILD = join(import.meta.dirname, '../../../../dist/sandbox/build.json')

/** Requests the URLs that source maps would have. */
export async function requestSourceMaps(stage: CanaryStage): Promise<void> {
  const build = Build.parse(JSON.parse(await readFile(BUILD, 'utf8')))
  const browser = createCaller(stage, {
    who: 'a browser',
    origin: stage.urls.page,
    sink: 'source maps',
  })
  for (const path of new Set([build.entry, ...Object.values(build.scripts)]))
    await browser('GET', `${new URL(path, stage.urls.page).pathname}.map`)
}
