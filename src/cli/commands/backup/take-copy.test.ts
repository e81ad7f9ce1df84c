import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../store/embedded/free-port.ts'
import { unprivilegedUser } from '../../../store/embedded/unprivileged-user.ts'
import { makeScratchDirectory } from '../../../testing/scratch-directory.ts'
import { runCheckout } from '../../command-line.fixture.ts'
import { findPrograms } from './programs.ts'
import type { DrillReport } from './run-drill.ts'
import type { Source } from './source.ts'
import { chooseMethod } from './take-copy.ts'

const SILENT = { info: () => undefined, warn: () => undefined }
const source: Source = {
  url: 'postgres://db.example/checkout',
  version: '17.6',
  major: 17,
  checksums: true,
  inRecovery: false,
  directory: undefined,
  mayReplicate: true,
  bytes: 0,
}

describe('how a server is copied', () => {
  it.each([
    ['with the programs of its version', source, '/usr/lib/postgresql/17/bin', 'stream'],
    ['from its files where they are', { ...source, directory: '/srv/pg' }, undefined, 'files'],
    [
      'from its files by a role that may not replicate',
      { ...source, directory: '/srv/pg', mayReplicate: false },
      '/usr/lib/postgresql/17/bin',
      'files',
    ],
  ])('%s', (_, source, copiers, method) => {
    expect(chooseMethod(source, { server: undefined, copiers })).toBe(method)
  })

  it('not at all without programs: what to install is said', () => {
    expect(() => chooseMethod(source, { server: undefined, copiers: undefined })).toThrow(
      'apt-get install postgresql-17',
    )
    const programs = { server: undefined, copiers: '/usr/lib/postgresql/17/bin' }
    expect(() => chooseMethod({ ...source, mayReplicate: false }, programs)).toThrow('replication')
  })
})

const major = [15, 16, 17, 18].find(
  (version) => findPrograms(version, undefined, undefined, SILENT).copiers !== undefined,
)

// Where packages of PostgreSQL are installed; npm brings the server alone.
describe.skipIf(major === undefined)('a server of the system', { timeout: 120_000 }, () => {
  const programs = findPrograms(major ?? 0, undefined, undefined, SILENT).copiers ?? ''
  const user = unprivilegedUser()
  let directory: string
  let cluster: string
  let url: string
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, {
      cwd: '/',
      stdio: 'ignore',
      ...(user && { uid: user.uid, gid: user.gid }),
    })
  beforeAll(async () => {
    directory = await makeScratchDirectory()
    cluster = join(directory, 'cluster')
    if (user !== undefined) chownSync(directory, user.uid, user.gid)
    run('initdb', '-D', cluster, '-U', 'owner', '--auth=trust', '--no-sync')
    const port = await freePort()
    const options = `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1 -c fsync=off`
    run('pg_ctl', '-D', cluster, '-o', options, '-w', 'start')
    url = `postgres://owner@127.0.0.1:${port}/postgres`
  }, 120_000)
  afterAll(() => {
    run('pg_ctl', '-D', cluster, '-m', 'immediate', 'stop')
    rmSync(directory, { recursive: true })
  })

  it('R-36: is copied by pg_basebackup, and followed by pg_receivewal until that is killed', async () => {
    const [temporary, data] = [join(directory, 'tmp'), join(directory, 'data')]
    for (const folder of [temporary, data]) mkdirSync(folder)
    const variables = { DATABASE_URL: url, DATA_DIR: data, TMPDIR: temporary }
    const { stdout, stderr } = await runCheckout('backup drill --json', variables)
    expect(stderr).not.toContain('error')
    const report = JSON.parse(stdout) as DrillReport
    expect(report).toMatchObject({ ok: true, method: 'stream', server: { checksums: false } })
    expect(report.checks.every(({ ok }) => ok)).toBe(true)
    expect(readdirSync(temporary)).toEqual([])
  })
})
