import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'

/** The server to copy. */
export interface Source {
  url: string
  version: string
  major: number
  checksums: boolean
  /** Whether the server is a standby, which accepts no commits. */
  inRecovery: boolean
  /** Its data directory, if readable on this machine. */
  directory: string | undefined
  /** Whether this role may replicate. */
  mayReplicate: boolean
  /** Size of all databases. */
  bytes: number
}

interface Facts {
  version: string
  number: number
  checksums: boolean
  inRecovery: boolean
  directory: string | null
  identifier: string
  mayReplicate: boolean
  bytes: string
}

const FACTS = `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
    current_setting('data_checksums') = 'on' as checksums, pg_is_in_recovery() as "inRecovery",
    case when pg_has_role(current_user, 'pg_read_all_settings', 'usage') then current_setting('data_directory') end as directory,
    (select system_identifier::text from pg_control_system()) as identifier,
    (select rolreplication or rolsuper from pg_roles where rolname = current_user) as "mayReplicate",
    (select sum(pg_database_size(oid)) from pg_database where has_database_privilege(oid, 'connect')) as bytes`

/** A connection without timeouts of our own. */
export async function connectPatiently(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'checkout backup drill' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export async function describeSource(url: string): Promise<Source> {
  const client = await connectPatiently(url)
  try {
    const { rows } = await client.query<Facts>(FACTS)
    const [facts] = rows
    if (facts === undefined) throw new Error('the server does not describe itself')
    const { version, number, checksums, inRecovery, directory, identifier, mayReplicate } = facts
    return {
      url,
      version,
      major: Math.floor(number / 10_000),
      checksums,
      inRecovery,
      directory:
        directory !== null && identifierOf(directory) === identifier ? directory : undefined,
      mayReplicate,
      bytes: Number(facts.bytes),
    }
  } finally {
    await client.end()
  }
}

/** Reads the system identifier in `pg_control`, to compare: the same path may exist on another machine. */
function identifierOf(directory: string): string | undefined {
  try {
    const bytes = Buffer.alloc(8)
    const file = openSync(join(directory, 'global', 'pg_control'), 'r')
    try {
      readSync(file, bytes)
    } finally {
      closeSync(file)
    }
    return bytes.readBigInt64LE().toString()
  } catch {
    return undefined
  }
}
