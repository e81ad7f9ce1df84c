import { rm, writeFile } from 'node:fs/promises'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { makeScratchDirectory } from '../testing/scratch-directory.ts'
import { readSchemas, SCHEMAS } from './schemas.ts'

// npm run schema: writes the schema after all migrations into the files that show it.
const directory = await makeScratchDirectory()
const postgres = await startEmbeddedPostgres({
  dataDir: directory,
  log: { info: () => undefined, warn: () => undefined },
})
try {
  const texts = await readSchemas(postgres.url)
  for (const { schema, file } of SCHEMAS) await writeFile(file, texts[schema] ?? '')
} finally {
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}
