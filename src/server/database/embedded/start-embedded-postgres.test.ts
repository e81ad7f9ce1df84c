import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  chmodSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { makeScratchDirectory } from '#proof/testing/scratch-directory.ts'
import { mountSmallDisk } from '#proof/testing/server/small-disk.fixture.ts'
import { freePort } from './free-port.ts'
import { runningPostmaster } from './postmaster.ts'
import { commandLine, parentPid } from './process-table.ts'
import {
  attachEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './start-embedded-postgres.ts'

const SETTINGS = { fsync: 'off' }
const OWNER = join(import.meta.dirname, '../../../proof/testing/server/owner.fixture.ts')
const WAIT_MS = 10_000
/** Enough to begin, too little for a cluster. */
const SOME_SPACE = 4 * 1024 * 1024

let shared: string
let dataDir: string
let logged: string[]
const ends: (() => unknown)[] = []

const home = (file = '') => join(dataDir, 'postgres', file)
const postmaster = () => runningPostmaster(home('cluster'))
const guardianPid = () => parentPid(postmaster()?.pid ?? 0) ?? 0

async function start(
  settings: Record<string, string> = SETTINGS,
  choosePort?: () => Promise<number>,
): Promise<EmbeddedPostgres> {
  const note = (message: string) => logged.push(message)
  const log = { info: note, warn: note }
  const server = await startEmbeddedPostgres({
    dataDir,
    log,
    settings,
    ...(choosePort && { choosePort }),
  })
  ends.push(() => server.stop())
  return server
}

/** Another process that runs the server of this test's directory. */
async function startOwner(): Promise<{ pid: number; url: string; kill: () => Promise<void> }> {
  const owner = spawn(process.execPath, [OWNER, dataDir])
  ends.push(() => owner.kill('SIGKILL'))
  const started = once(owner.stdout, 'data').then(String)
  const failed = once(owner.stderr, 'data').then((data) => Promise.reject(new Error(String(data))))
  const url = (await Promise.race([started, failed])).trim()
  const kill = async () => {
    owner.kill('SIGKILL')
    await once(owner, 'exit')
  }
  return { pid: owner.pid ?? 0, url, kill }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

async function saveNote(url: string, note: string): Promise<void> {
  await query(url, 'drop table if exists notes')
  await query(url, `create table notes as select '${note}' as note`)
}

const readNotes = (url: string) => query(url, 'select note from notes')

async function until(condition: () => unknown, waitMs = WAIT_MS): Promise<void> {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += 10) {
    if (await condition()) return
    await sleep(10)
  }
  throw new Error(`Not so after ${waitMs} ms: ${String(condition)}`)
}

beforeAll(async () => {
  shared = await makeScratchDirectory()
})
afterAll(() => rmSync(shared, { recursive: true }))

beforeEach(() => {
  dataDir = shared
  logged = []
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  await until(() => postmaster() === undefined)
  if (dataDir !== shared) rmSync(dataDir, { recursive: true, force: true })
})

describe('startEmbeddedPostgres', () => {
  it('serves UTF-8 in byte order on the loopback interface, whatever the locale around it', async () => {
    const { url } = await start()
    const text = `select current_setting('server_encoding'), datlocprovider, datlocale,
      current_setting('data_checksums'), current_setting('listen_addresses'),
      current_setting('unix_socket_directories'), current_setting('password_encryption')
      from pg_database where datname = current_database()`
    expect(await query(url, text)).toEqual([
      'UTF8',
      'b',
      'C.UTF-8',
      'on',
      '127.0.0.1',
      '',
      'scram-sha-256',
    ])
    expect(new URL(url).port).not.toBe('5432')
  })

  it('requires the password, which only its user can read', async () => {
    const { url } = await start()
    const guess = new URL(url)
    guess.password = 'guess'
    await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed')
    for (const file of ['password', 'postgres.log']) {
      expect(statSync(home(file)).mode & 0o777).toBe(0o600)
    }
  })

  it('keeps the data and leaves no process behind when stopped', async () => {
    const first = await start()
    await saveNote(first.url, 'a note')
    const guardian = guardianPid()
    await first.stop()
    await first.stop()
    expect(postmaster()).toBeUndefined()
    expect(commandLine(guardian)).toBeUndefined()
    const second = await start()
    expect(await readNotes(second.url)).toEqual(['a note'])
    expect(logged).toEqual([])
  })

  it('refuses a second server, and names the process of the first', async () => {
    const owner = await startOwner()
    await expect(start()).rejects.toThrow(`already in use by process ${owner.pid}`)
    expect(await query(owner.url, 'select 1')).toEqual([1])
  })

  it.each(['existing', 'empty'])(
    'lets one of three concurrent starts win on an %s directory',
    async (kind) => {
      if (kind === 'empty') dataDir = await makeScratchDirectory()
      const outcomes = await Promise.allSettled([startOwner(), startOwner(), startOwner()])
      const won = outcomes.filter((outcome) => outcome.status === 'fulfilled')
      expect(won.length).toBe(1)
      expect(await query(won[0]?.value.url ?? '', 'select 1')).toEqual([1])
    },
  )

  it('stops PostgreSQL when its owner is killed', async () => {
    const owner = await startOwner()
    await saveNote(owner.url, 'a note')
    await owner.kill()
    await until(() => postmaster() === undefined)
    const { url } = await start()
    expect(await readNotes(url)).toEqual(['a note'])
    expect(logged).toEqual([])
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'keeps running while %s reaches every process of the service',
    async (signal) => {
      const { url } = await start()
      const before = postmaster()
      process.kill(guardianPid(), signal)
      await sleep(100)
      expect(postmaster()).toEqual(before)
      expect(await query(url, 'select 1')).toEqual([1])
    },
  )

  it('does not receive Ctrl-C from the terminal', async () => {
    await start()
    const group = (pid: number) =>
      execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)])
        .toString()
        .trim()
    expect(group(guardianPid())).not.toBe(group(process.pid))
    expect(group(postmaster()?.pid ?? 0)).not.toBe(group(process.pid))
  })

  it('waits for a server that is still stopping', async () => {
    const owner = await startOwner()
    await owner.kill()
    const { url } = await start()
    expect(await query(url, 'select 1')).toEqual([1])
  })

  it('replaces a server whose owner and guardian were killed', async () => {
    const owner = await startOwner()
    await saveNote(owner.url, 'a note')
    const orphan = postmaster()
    // Stopped first: a running owner would replace its guardian.
    process.kill(owner.pid, 'SIGSTOP')
    process.kill(guardianPid(), 'SIGKILL')
    await owner.kill()
    expect(postmaster()).toEqual(orphan)
    const { url } = await start()
    expect(await readNotes(url)).toEqual(['a note'])
    expect(logged).toEqual([expect.stringContaining('without an owner')])
  })

  it.each(['postmaster', 'guardian'])(
    'restarts at the same URL after its %s was killed',
    async (victim) => {
      const { url } = await start()
      await saveNote(url, 'a note')
      const before = postmaster()?.pid ?? 0
      process.kill(victim === 'postmaster' ? before : guardianPid(), 'SIGKILL')
      await until(() => postmaster()?.ready === true && postmaster()?.pid !== before)
      expect(await readNotes(url)).toEqual(['a note'])
    },
  )

  it('R-15: retries a failing start without a limit', async () => {
    const { url } = await start()
    await saveNote(url, 'a note')
    const file = home('cluster/postgresql.conf')
    const configuration = readFileSync(file)
    appendFileSync(file, 'no_such_setting = on\n')
    process.kill(postmaster()?.pid ?? 0, 'SIGQUIT')
    const starts = () => logged.filter((text) => text.includes('starting it again')).length
    await until(() => starts() > 5, 3 * WAIT_MS)
    writeFileSync(file, configuration)
    await until(() => postmaster()?.ready)
    expect(await readNotes(url)).toEqual(['a note'])
  })

  it('says that its port is in use, and starts at the same URL once it is free', async () => {
    const { url } = await start()
    await saveNote(url, 'a note')
    const file = home('cluster/postgresql.conf')
    const configuration = readFileSync(file)
    appendFileSync(file, 'no_such_setting = on\n')
    process.kill(postmaster()?.pid ?? 0, 'SIGQUIT')
    // While PostgreSQL cannot start, another program takes the port.
    await until(() => logged.some((text) => text.includes('no_such_setting')))
    const stranger = createServer().listen(Number(new URL(url).port), '127.0.0.1')
    ends.push(() => stranger.close())
    await once(stranger, 'listening')
    writeFileSync(file, configuration)
    await until(() => logged.some((text) => text.includes('Address already in use')))
    stranger.close()
    await until(() => postmaster()?.ready)
    expect(await readNotes(url)).toEqual(['a note'])
  })

  it('takes another port when the first is in use', async () => {
    const stranger = createServer().listen(0, '127.0.0.1')
    ends.push(() => stranger.close())
    await once(stranger, 'listening')
    const { port: taken } = stranger.address() as AddressInfo
    const ports = [taken]
    const { url } = await start(SETTINGS, async () => ports.shift() ?? freePort())
    expect(Number(new URL(url).port)).not.toBe(taken)
    expect(await query(url, 'select 1')).toEqual([1])
  })

  it.for([0, SOME_SPACE])(
    'says that the disk is full, with %i bytes left, and begins once there is space',
    async (leftBytes, { skip }) => {
      const disk = await mountSmallDisk('120m')
      if (disk === undefined) return skip('only root can mount a small disk')
      ends.push(() => disk.remove())
      dataDir = disk.directory
      disk.fill(leftBytes)
      await expect(start()).rejects.toThrow(/no space left on device/i)
      disk.free()
      expect(await query((await start()).url, 'select 1')).toEqual([1])
    },
  )

  it('leaves no process behind when stopped right after its guardian was killed', async () => {
    const server = await start()
    process.kill(guardianPid(), 'SIGKILL')
    await server.stop()
    expect(postmaster()).toBeUndefined()
  })

  it('starts despite a pid file with the pid of another program', async () => {
    const { stop } = await start()
    const pidFile = readFileSync(home('cluster/postmaster.pid'), 'utf8')
    await stop()
    // PostgreSQL ignores processes of other users, so the other program runs as PostgreSQL's user.
    const { uid, gid } = statSync(home('cluster'))
    const stranger = spawn('sleep', ['60'], { uid, gid })
    ends.push(() => stranger.kill())
    const pid = stranger.pid ?? 0
    writeFileSync(home('cluster/postmaster.pid'), pidFile.replace(/^\d+/, String(pid)))
    expect(attachEmbeddedPostgres({ dataDir })).toBeUndefined()
    expect(await query((await start()).url, 'select 1')).toEqual([1])
    expect(stranger.exitCode).toBeNull()
  })

  it('starts over after an interrupted initialization', async () => {
    dataDir = await makeScratchDirectory()
    mkdirSync(home())
    mkdirSync(home('cluster.incomplete-999999999'))
    writeFileSync(home('cluster.incomplete-999999999/PG_VERSION'), '18\n')
    expect(await query((await start()).url, 'select 1')).toEqual([1])
    expect(() => statSync(home('cluster.incomplete-999999999'))).toThrow('ENOENT')
  })

  it('refuses the data of another major version, with the remedy', async () => {
    dataDir = await makeScratchDirectory()
    mkdirSync(home('cluster'), { recursive: true })
    writeFileSync(home('cluster/PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(
      /written by PostgreSQL 17.*brings PostgreSQL 18.*DATABASE_URL/,
    )
  })

  it("rejects with PostgreSQL's log when it does not start", async () => {
    await expect(start({ no_such_setting: 'on' })).rejects.toThrow(
      'unrecognized configuration parameter "no_such_setting"',
    )
    expect(postmaster()).toBeUndefined()
  })
})

describe('attachEmbeddedPostgres', () => {
  it('finds the server that another process runs', async () => {
    const owner = await startOwner()
    expect(attachEmbeddedPostgres({ dataDir })).toEqual({ url: owner.url })
  })

  it('returns undefined when no server runs', async () => {
    expect(attachEmbeddedPostgres({ dataDir })).toBeUndefined()
    const { stop } = await start()
    await stop()
    expect(attachEmbeddedPostgres({ dataDir })).toBeUndefined()
    expect(attachEmbeddedPostgres({ dataDir: join(dataDir, 'absent') })).toBeUndefined()
  })
})

describe.runIf(process.getuid?.() === 0)('as root', () => {
  it('keeps the data elsewhere when PostgreSQL cannot enter the data directory', async () => {
    dataDir = await makeScratchDirectory()
    chmodSync(dataDir, 0o700)
    const { url } = await start()
    expect(await query(url, 'select 1')).toEqual([1])
    expect(attachEmbeddedPostgres({ dataDir })).toEqual({ url })
    const elsewhere = execFileSync('readlink', [home()], { encoding: 'utf8' }).trim()
    ends.unshift(() => rmSync(elsewhere, { recursive: true }))
    expect(logged).toEqual([expect.stringContaining(elsewhere)])
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })

  it('runs PostgreSQL as the owner of existing data', async () => {
    const { url } = await start()
    expect(await query(url, 'select 1')).toEqual([1])
    const { uid } = statSync(`/proc/${postmaster()?.pid}`)
    expect(uid).toBe(statSync(home('cluster')).uid)
    expect(uid).not.toBe(0)
  })
})
