import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { canEnter, unprivilegedUser } from '#server/database/embedded/unprivileged-user.ts'
import { makeScratchDirectory } from '../testing/scratch-directory.ts'
import { CHECKOUT } from '../testing/cli/process.fixture.ts'
import { findPrograms } from '#cli/operator/backup/programs.ts'
import { fillIn, readCommands, RUNBOOKS } from '../testing/cli/runbook.fixture.ts'

const SILENT = { info: () => undefined, warn: () => undefined }
const programs = [15, 16, 17, 18]
  .map((major) => findPrograms(major, undefined, undefined, SILENT).copiers)
  .find((folder) => folder !== undefined)
const user = unprivilegedUser()

/** A pass-through stand-in for age, when it is not installed. */
const AGE = `#!/bin/sh
[ "$1" = -r ] && exec cat > "$4"
exec cat "$4"
`

function hasAge(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, 'age')))
}

// Requires PostgreSQL packages: the embedded server from npm lacks the programs that the runbook uses. They do not run as root.
const isMissing =
  programs === undefined || (user !== undefined && !canEnter(import.meta.dirname, user))
describe.skipIf(isMissing)('S-110, R-36: PostgreSQL', { timeout: 240_000 }, () => {
  const commands = readCommands(readFileSync(join(RUNBOOKS, 'postgresql.md'), 'utf8'))
  const fill: Record<string, string> = {}
  const variables: Record<string, string> = {}
  let directory: string

  const place = (name: string) => join(directory, name)
  const options = () => ({
    cwd: directory,
    env: {
      ...variables,
      PATH: `${programs}:${place('bin')}:${process.env['PATH']}`,
      LC_ALL: 'C',
    },
    ...(user && { uid: user.uid, gid: user.gid }),
  })
  const shell = (command: string) =>
    execFileSync('sh', ['-c', command], { ...options(), encoding: 'utf8', stdio: 'pipe' })
  /** Runs the runbook's next command, which must start with `beginning`. */
  const follow = (beginning: string) => {
    const command = commands.shift() ?? ''
    expect(command.slice(0, beginning.length)).toBe(beginning)
    return shell(`${fillIn(command, fill)} 2>&1`)
  }
  const sql = (url: string, text: string) => shell(`psql -At "${url}" -c "${text}"`).trim()

  beforeAll(async () => {
    directory = await makeScratchDirectory()
    for (const name of ['bin', 'archive', 'backups', 'data', 'tmp']) mkdirSync(place(name))
    writeFileSync(
      place('bin/npx'),
      `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${CHECKOUT}" "$@"\n`,
    )
    if (!hasAge()) writeFileSync(place('bin/age'), AGE)
    for (const name of readdirSync(place('bin'))) chmodSync(place(`bin/${name}`), 0o755)
    for (const name of ['', 'archive', 'backups', 'data', 'tmp'])
      if (user !== undefined) chownSync(place(name), user.uid, user.gid)
    for (const name of ['primary', 'standby', 'restored']) {
      const port = await freePort()
      fill[name] = place(name)
      fill[`${name}Options`] = `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1`
      fill[`${name}Url`] = `postgres://owner@127.0.0.1:${port}/postgres`
    }
    Object.assign(fill, { archive: place('archive'), backups: place('backups') })
    fill['identity'] = place('identity')
    fill['recipient'] = hasAge()
      ? (/age1\w+/.exec(shell(`age-keygen -o ${place('identity')} 2>&1`))?.[0] ?? '')
      : 'nobody'
    Object.assign(variables, {
      DATABASE_URL: fill['primaryUrl'],
      DATA_DIR: place('data'),
      TMPDIR: place('tmp'),
      MASTER_KEY: randomBytes(32).toString('base64'),
    })
    shell(`initdb -D ${place('primary')} -U owner -k --auth=trust --no-sync`)
    shell(`pg_ctl -D ${place('primary')} -o "${fill['primaryOptions']}" -l primary.log -w start`)
    shell('npx --no checkout migrate')
    shell('npx --no checkout merchants create --name Loja')
  }, 120_000)
  afterAll(() => {
    for (const name of ['primary', 'standby', 'restored'])
      try {
        shell(`pg_ctl -D ${place(name)} -m immediate stop`)
      } catch {
        // The runbook's failover has already ended this server, as intended.
      }
    rmSync(directory, { recursive: true })
  })

  it('is set up, backed up, lost, promoted and restored by its runbook', async () => {
    expect(follow('psql "<primaryUrl>" -c "select name')).toMatch(/data_checksums +\| on/)
    follow('psql "<primaryUrl>" -c "alter system set max_slot')
    follow('psql "<primaryUrl>" -c "select pg_reload')

    follow('pg_basebackup')
    follow('pg_ctl -D <standby>')
    follow('psql "<primaryUrl>" -c "alter system set synchronous_standby')
    follow('psql "<primaryUrl>" -c "select pg_reload')
    await expect
      .poll(() => sql(fill['primaryUrl'] ?? '', 'select sync_state from pg_stat_replication'))
      .toBe('sync')
    expect(follow('psql "<primaryUrl>" -c "select application_name')).toMatch(/streaming \| sync/)

    follow('pg_basebackup')
    follow('pg_receivewal')
    const service = fillIn(commands.shift() ?? '', fill)
    expect(service).toMatch(/^pg_receivewal .*--synchronous$/)
    const receiver = spawn('sh', ['-c', `exec ${service}`], { ...options(), stdio: 'ignore' })
    // Data newer than every base backup.
    shell('npx --no checkout merchants create --name Norte')
    const drill = follow('npx --no checkout backup drill')
    expect(drill).toContain('by pg_basebackup and pg_receivewal')
    expect(drill).toMatch(/^audit +good/m)
    expect(readdirSync(place('tmp'))).toEqual([])
    fill['auditHead'] = follow('npx --no checkout audit verify').trim().split('\n').at(-1) ?? ''
    expect(fill['auditHead']).toMatch(/^2:[0-9a-f]{64}$/)
    const end = sql(fill['primaryUrl'] ?? '', 'select pg_current_wal_flush_lsn()')
    const streamed = `select bool_and(flush_lsn >= '${end}') from pg_stat_replication`
    await expect.poll(() => sql(fill['primaryUrl'] ?? '', streamed)).toBe('t')
    receiver.kill('SIGKILL')

    shell(`pg_ctl -D ${place('primary')} -m immediate stop`)
    follow('psql "<standbyUrl>" -c "alter system')
    follow('psql "<standbyUrl>" -c "select pg_reload')
    expect(follow('psql "<standbyUrl>" -c "select pg_promote')).toContain(' t')
    expect(follow('psql "<standbyUrl>" -c "select pg_is_in_recovery')).toContain(' f')
    expect(follow('DATABASE_URL="<standbyUrl>" npx --no checkout audit verify')).toContain(
      'is whole',
    )

    shell(`pg_ctl -D ${place('standby')} -m immediate stop`)
    for (const step of ['mkdir', 'age', 'touch', 'echo', 'echo', 'pg_ctl']) follow(step)
    await expect
      .poll(() => sql(fill['restoredUrl'] ?? '', 'select pg_is_in_recovery()'), { timeout: 60_000 })
      .toBe('f')
    expect(follow('psql "<restoredUrl>"')).toContain(' f')
    expect(follow('DATABASE_URL="<restoredUrl>" npx --no checkout migrate')).toContain('up to date')
    expect(follow('DATABASE_URL="<restoredUrl>" npx --no checkout audit')).toContain(
      'is whole: 2 rows',
    )
    expect(follow('psql "<restoredUrl>"')).toContain('(0 rows)')
    follow('psql "<restoredUrl>"')
    expect(commands).toEqual([])
  })
})
