import { copyFile, lstat, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'

/** Files that a server creates anew when it starts. */
const NOT_COPIED = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'current_logfiles',
  'pg_internal.init',
])
/** Folders that must exist but empty: their content belongs to the running server. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const TEMPORARY = /^(pgsql_tmp|t\d+_)/
const SEGMENT = /^[0-9A-F]{24}$/
/** In the label's line `START WAL LOCATION`, the only one that names a file. */
const FIRST_SEGMENT = /\(file (\w+)\)$/m
const PRIVATE = 0o700

/** Tablespaces lie outside the cluster's folder, so a copy of the folder would be incomplete. */
export class TablespacesElsewhere extends Error {
  override name = 'TablespacesElsewhere'
}

/**
 * Base backup: copies the files of a running cluster, with the write-ahead log that makes them consistent as of the end
 * of the copy. Needs the cluster's files on this machine, and a connection, closed afterwards, whose role may replicate
 * and call `pg_backup_start`.
 */
export async function copyRunningCluster(
  client: Pick<ClientBase, 'query'>,
  source: string,
  target: string,
): Promise<void> {
  if ((await readdir(join(source, 'pg_tblspc'))).length > 0)
    throw new TablespacesElsewhere(
      `The cluster in ${source} has tablespaces outside of its folder.`,
    )
  await holdWal(client)
  await client.query('select pg_backup_start($1, true)', ['checkout copy'])
  await copyFolder(source, target)
  const { rows } = await client.query<{ label: string; name: string }>(
    `select labelfile as label, pg_walfile_name(lsn) as name from pg_backup_stop(false)`,
  )
  const [stop] = rows
  if (stop === undefined) throw new Error('pg_backup_stop answered nothing')
  await writeFile(join(target, 'backup_label'), stop.label, { mode: 0o600 })
  const first = FIRST_SEGMENT.exec(stop.label)?.[1] ?? ''
  for (const name of (await readdir(join(source, 'pg_wal'))).toSorted())
    if (SEGMENT.test(name) && name >= first && name <= stop.name)
      await copyFile(join(source, 'pg_wal', name), join(target, 'pg_wal', name))
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: PRIVATE })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const { name } = entry
    if (NOT_COPIED.has(name) || TEMPORARY.test(name)) continue
    if (EMPTIED.has(name)) await copyOutline(join(from, name), join(to, name))
    else if (entry.isDirectory()) await copyFolder(join(from, name), join(to, name))
    else await copyUnlessGone(join(from, name), join(to, name))
  }
}

/** The folders within `pg_wal` must exist. */
async function copyOutline(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: PRIVATE })
  if (!from.endsWith('pg_wal')) return
  for (const entry of await readdir(from, { withFileTypes: true }))
    if (entry.isDirectory()) await mkdir(join(to, entry.name), { mode: PRIVATE })
}

/** A missing file belongs to a table dropped meanwhile; replaying the WAL drops it, too. */
async function copyUnlessGone(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to)
  } catch (error) {
    if (
      await lstat(from).then(
        () => true,
        () => false,
      )
    )
      throw error
  }
}

/**
 * Keeps the server from recycling WAL while the connection lives, by a temporary replication slot. The role must be allowed
 * to replicate.
 */
export async function holdWal(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(
    `select pg_create_physical_replication_slot('checkout_' || pg_backend_pid(), true, true)`,
  )
}
