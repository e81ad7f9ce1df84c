import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Pool } from 'pg'
import type { Document, Sink } from './sinks.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/** Every file below a directory. */
async function* filesBelow(directory: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => undefined)
    // A running server deletes files of its own.
    if (bytes !== undefined) yield { name: path.slice(directory.length + 1), bytes }
  }
}

/** The builds that exist: everything that browsers and servers load. */
export async function* readBuilds(): AsyncGenerator<Document> {
  for await (const { name, bytes } of filesBelow(join(ROOT, 'dist')))
    yield { sink: name.endsWith('.map') ? 'source maps' : 'build', name: `dist/${name}`, bytes }
}

/** The files of PostgreSQL and of the product as they lie on disk; the write-ahead log is a sink of its own. */
export async function* readData(directory: string, what: string): AsyncGenerator<Document> {
  for await (const { name, bytes } of filesBelow(directory)) {
    const sink: Sink = name.includes('pg_wal/') ? 'write-ahead log' : 'data directory'
    yield { sink, name: `${what}/${name}`, bytes }
  }
}

/** A physical base backup by PostgreSQL's low-level backup API, each file compressed. */
export async function* readBackup(pool: Pool, cluster: string): AsyncGenerator<Document> {
  const client = await pool.connect()
  try {
    await client.query("select pg_backup_start('canary', true)")
    for await (const { name, bytes } of filesBelow(cluster))
      yield { sink: 'backup', name: `${name}.gz`, bytes: gzipSync(bytes, { level: 1 }) }
    await client.query('select pg_backup_stop(false)')
  } finally {
    client.release()
  }
}
