import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  copyRunningCluster,
  holdWal,
  TablespacesElsewhere,
} from '#server/database/backup/copy-cluster.ts'
import type { Home } from '#server/database/embedded/home.ts'
import { processOptions } from '#server/database/embedded/home.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { changeOwner } from './change-owner.ts'
import type { Programs } from './programs.ts'
import { connectPatiently, type Source } from './source.ts'

/** `stream`: pg_basebackup, and pg_receivewal until it is killed. `files`: copies the files of a local server. */
export type Method = 'stream' | 'files'

/** How long the WAL is streamed after the base backup, so that some commits are in the streamed WAL only. */
const STREAM_ON_MS = 1000

export function chooseMethod(source: Source, { copiers }: Programs): Method {
  if (copiers !== undefined && source.mayReplicate) return 'stream'
  if (source.directory !== undefined) return 'files'
  const { major } = source
  throw new CommandFailure(
    copiers === undefined
      ? `This machine has no pg_basebackup and pg_receivewal of PostgreSQL ${major}. Install them (Debian, Ubuntu: ` +
          `apt-get install postgresql-${major}), name their folder with --pg-bin, or run this where the server's files are.`
      : 'The role in DATABASE_URL may not copy the server. Name one that may replicate: alter role … replication',
  )
}

/** Copies the server into the home's cluster; resolves to the time at which the copy stopped following it. */
export async function takeCopy(
  method: Method,
  source: Source,
  home: Home,
  { copiers = '' }: Programs,
): Promise<number> {
  const cutMs = await (method === 'files'
    ? copyFiles(source, home)
    : streamCopy(source, home, copiers))
  changeOwner(home.user, home.directory)
  return cutMs
}

async function copyFiles({ url, directory = '' }: Source, { cluster }: Home): Promise<number> {
  const client = await connectPatiently(url)
  try {
    await copyRunningCluster(client, directory, cluster)
    return performance.now()
  } catch (error) {
    if (error instanceof TablespacesElsewhere) throw new CommandFailure(error.message)
    throw error
  } finally {
    await client.end()
  }
}

async function streamCopy({ url }: Source, home: Home, copiers: string): Promise<number> {
  const archive = join(home.directory, 'archive')
  await mkdir(archive, { mode: 0o700 })
  changeOwner(home.user, home.directory)
  const start = (program: string, ...args: string[]) =>
    startCopier(home, join(copiers, program), url, args)
  const holder = await connectPatiently(url)
  await holdWal(holder).catch(async (error: unknown) => {
    await holder.end()
    throw error
  })
  const receiver = start('pg_receivewal', '-D', archive, '--synchronous', '--no-loop')
  try {
    const base = start('pg_basebackup', '-D', home.cluster, '-X', 'stream', '-c', 'fast')
    if ((await base.ended) !== 0) throw new CommandFailure(base.errorOutput())
    await sleep(STREAM_ON_MS)
    if (receiver.child.exitCode !== null) throw new CommandFailure(receiver.errorOutput())
  } finally {
    receiver.child.kill('SIGKILL')
    await holder.end()
  }
  const cutMs = performance.now()
  await receiver.ended
  await writeFile(join(home.cluster, 'recovery.signal'), '')
  return cutMs
}

interface Copier {
  child: ChildProcess
  ended: Promise<number | null>
  errorOutput: () => string
}

/** The password goes into the environment: every user of the machine can read arguments. */
function startCopier(home: Home, program: string, url: string, args: string[]): Copier {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const options = processOptions(home)
  const child = spawn(program, ['-d', address.href, '--no-password', ...args], {
    ...options,
    env: { ...options.env, PGAPPNAME: 'checkout backup drill', PGPASSWORD: password },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { child, ended, errorOutput: () => `${basename(program)} ended:\n${text.trim()}` }
}
