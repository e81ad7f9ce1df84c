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
    // A server that runs removes files of its own.
    if (bytes !== undefined) yield { name: path.slice(directory.length + 1), bytes }
  }
}

/** What of the builds is there: all that browsers and servers are given. */
export async function* readBuilds(): AsyncGenerator<Document> {
  for await (const { name, bytes } of filesBelow(join(ROOT, 'dist')))
    yield { sink: name.endsWith('.map') ? 'source maps' : 'build', name: `dist/${name}`, bytes }
}

/** The files of PostgreSQL and of the product as they lie there; its log of what is to be written apart. */
export async function* readData(directory: string, what: string): AsyncGenerator<Document> {
  for await (const { name, bytes } of filesBelow(directory)) {
    const sink: Sink = name.includes('pg_wal/') ? 'write-ahead log' : 'data directory'
    yield { sink, name: `${what}/${name}`, bytes }
  }
}

/** A physical backup as PostgreSQL's manual makes it, each file packed. */
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
