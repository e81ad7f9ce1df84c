import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Home } from '#server/database/embedded/home.ts'
import { supervise } from '#server/database/embedded/start-embedded-postgres.ts'
import type { Log } from '#server/database/engine/log.ts'
import { connectPatiently, type Source } from './source.ts'

/** The copy as a running server, reachable only by this user of the machine. */
export interface StartedCopy {
  /** Connects as a superuser. */
  url: string
  stop(): Promise<void>
}

/** Overrides settings of the source that would delay the copy, reach other servers, or hide faults. */
const SETTINGS = {
  listen_addresses: '',
  archive_mode: 'off',
  hot_standby: 'off',
  primary_conninfo: '',
  shared_preload_libraries: '',
  ssl: 'off',
  synchronous_standby_names: '',
  external_pid_file: '',
  log_destination: 'stderr',
  logging_collector: 'off',
}
const ANYBODY_AT_THE_SOCKET = 'local all all trust\n'

/** Starts the copy and replays its WAL; resolves once it accepts commits. */
export async function startCopy(
  home: Home,
  server: string,
  source: Source,
  log: Log,
): Promise<StartedCopy> {
  const { directory } = home
  // The drill's own configuration, outside of the copy, which stays unchanged. The copy may lack one: some packages keep it
  // outside of the data directory.
  const [config, identities, access] = ['drill.conf', 'drill-ident.conf', 'drill-hba.conf'].map(
    (name) => join(directory, name),
  ) as [string, string, string]
  for (const file of [config, identities]) writeFileSync(file, '')
  writeFileSync(access, ANYBODY_AT_THE_SOCKET)
  const archive = join(directory, 'archive')
  const settings = {
    ...SETTINGS,
    unix_socket_directories: directory,
    config_file: config,
    hba_file: access,
    ident_file: identities,
    restore_command: `cp "${archive}/%f" "%p" || cp "${archive}/%f.partial" "%p"`,
  }
  const running = await supervise(home, { binaries: server, settings }, log)
  const address = new URL(source.url)
  const through = (role: string) =>
    `postgres://${encodeURIComponent(role)}@localhost${address.pathname}?host=${encodeURIComponent(directory)}&port=${running.port}`
  try {
    const url = through(await nameOfSuperuser(through(decodeURIComponent(address.username))))
    return { url, stop: running.stop }
  } catch (error) {
    await running.stop()
    throw error
  }
}

async function nameOfSuperuser(url: string): Promise<string> {
  const client = await connectPatiently(url)
  try {
    const { rows } = await client.query<{ name: string }>(
      'select rolname as name from pg_roles where rolsuper and rolcanlogin order by oid limit 1',
    )
    return rows[0]?.name ?? ''
  } finally {
    await client.end()
  }
}
