import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PRODUCTION, runCheckout } from '#proof/testing/cli/command-line.fixture.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { confirm } from './confirm.ts'
import { protectedPlace } from './protected-place.ts'

const MARKER = '.hosted-checkout'
const PROJECT = join(import.meta.dirname, '../../../..')
const SILENT = { info: () => {}, warn: () => {} }

let root: string
let data: string
const made: string[] = []
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-forget-')))
  data = join(root, 'data')
})
afterEach(() => {
  for (const directory of [...made.splice(0), root])
    rmSync(directory, { recursive: true, force: true })
})

const directory = (name = '') => join(data, 'sandbox', name)
const forget = (words = '--yes', variables = {}) =>
  runCheckout(`forget --everything ${words}`, { DATA_DIR: data, ...variables })

/** Makes a database and its secrets; returns the database's real directory, which is under /var/lib for root. */
async function makeData(): Promise<string> {
  expect((await runCheckout('merchants create --name Loja', { DATA_DIR: data })).exitCode).toBe(0)
  const home = realpathSync(directory('postgres'))
  made.push(home)
  return home
}

/** Makes a folder that looks like that of a database, without starting one. */
function makeHome(home: string): void {
  mkdirSync(join(home, 'cluster'), { recursive: true })
  writeFileSync(join(home, 'cluster/PG_VERSION'), '18\n')
  writeFileSync(join(home, 'password'), 'p'.repeat(43))
}

function makeSecrets(): void {
  mkdirSync(directory(), { recursive: true })
  writeFileSync(directory('master-key'), Buffer.alloc(32, 7).toString('base64'))
}

describe('S-126: checkout forget --everything', () => {
  it('S-126: removes the database by its real path, the secrets and the folder, and begins empty', async () => {
    const home = await makeData()
    expect(readdirSync(home)).toContain(MARKER)
    expect(readdirSync(directory())).toContain(MARKER)

    const { exitCode, stdout, stderr } = await forget('--yes --json')
    expect(stderr).toContain(home)
    expect(JSON.parse(stdout)).toEqual({
      environment: 'sandbox',
      removed: [home, directory('master-key')],
      left: [],
    })
    expect(exitCode).toBe(0)
    expect(existsSync(home)).toBe(false)
    expect(existsSync(directory())).toBe(false)

    const again = await forget()
    expect(again).toMatchObject({ exitCode: 0, stdout: 'There is nothing to remove.\n' })
    await makeData()
    const list = await runCheckout('merchants list --json', { DATA_DIR: data })
    expect(JSON.parse(list.stdout)).toHaveLength(1)
  })

  it('S-126: never while a server runs', async () => {
    const server = await startEmbeddedPostgres({ dataDir: directory(), log: SILENT })
    const home = realpathSync(directory('postgres'))
    made.push(home)
    try {
      const { exitCode, stderr } = await forget()
      expect(stderr).toContain(`PostgreSQL runs on ${join(home, 'cluster')}`)
      expect(exitCode).toBe(1)
      expect(existsSync(join(home, 'cluster/PG_VERSION'))).toBe(true)
    } finally {
      await server.stop()
    }
    // A crash leaves such a file, and so does a server in another container.
    writeFileSync(join(home, 'cluster/postmaster.pid'), '999999999\n')
    const { exitCode, stderr } = await forget()
    expect(stderr).toContain('runs in another container')
    expect(exitCode).toBe(1)
    rmSync(join(home, 'cluster/postmaster.pid'))
    expect((await forget()).exitCode).toBe(0)
    expect(existsSync(home)).toBe(false)
  })

  it('S-126: never while a database is being made', async () => {
    // Another process that is alive: the command runs in this one.
    makeHome(directory('postgres'))
    mkdirSync(directory(`postgres/cluster.incomplete-${process.ppid}`))
    const { exitCode, stderr } = await forget()
    expect(stderr).toContain(`Process ${process.ppid} makes a database`)
    expect(exitCode).toBe(1)
    expect(existsSync(directory('postgres/cluster/PG_VERSION'))).toBe(true)
  })

  it('S-126: follows links to the database and to the folder, and no link within', async () => {
    const kept = join(root, 'kept')
    mkdirSync(kept)
    writeFileSync(join(kept, 'book.txt'), 'mine')
    const real = join(root, 'elsewhere')
    const home = join(root, 'database')
    makeHome(home)
    symlinkSync(kept, join(home, 'cluster/pg_tblspc'))
    mkdirSync(real)
    symlinkSync(home, join(real, 'postgres'))
    symlinkSync(join(kept, 'book.txt'), join(real, 'demo-store.json'))
    mkdirSync(data)
    symlinkSync(real, directory())

    expect((await forget()).exitCode).toBe(0)
    expect(readdirSync(root).toSorted()).toEqual(['data', 'kept'])
    expect(readdirSync(data)).toEqual([])
    expect(readFileSync(join(kept, 'book.txt'), 'utf8')).toBe('mine')
  })

  it('S-126: leaves files that are not ours, and names them', async () => {
    makeSecrets()
    writeFileSync(directory('fake-api-pix.jsonl'), '{}')
    makeHome(directory('postgres'))
    writeFileSync(directory('tls.pem'), 'mine')
    writeFileSync(directory('postgres/notes.txt'), 'mine')
    const { exitCode, stdout } = await forget('--yes --json')
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      left: [directory('tls.pem'), directory('postgres/notes.txt')],
    })
    expect(readdirSync(directory()).toSorted()).toEqual(['postgres', 'tls.pem'])
    expect(readdirSync(directory('postgres'))).toEqual(['notes.txt'])
  })

  it.each([
    ['a folder', () => mkdirSync(directory(), { recursive: true })],
    [
      'a database without our password file',
      () => {
        makeSecrets()
        makeHome(directory('postgres'))
        unlinkSync(directory('postgres/password'))
      },
    ],
    [
      'a link to a folder of another product',
      () => {
        makeSecrets()
        const other = join(root, 'other')
        mkdirSync(other)
        writeFileSync(join(other, 'book.txt'), 'mine')
        symlinkSync(other, directory('postgres'))
      },
    ],
  ])('S-126: refuses %s that lacks the marker', async (_what, make) => {
    make()
    const before = readdirSync(root, { recursive: true })
    const { exitCode, stderr } = await forget()
    expect(stderr).toContain(`it lacks the file ${MARKER}`)
    expect(exitCode).toBe(1)
    expect(readdirSync(root, { recursive: true })).toEqual(before)
  })

  it.each([
    ['/', 'the root of the file system'],
    [PROJECT, 'the project'],
    [process.env['HOME'] ?? '', 'a home directory'],
    ...(process.platform === 'linux' ? [['/proc', 'where a file system is mounted']] : []),
  ])('S-126: never removes %s, %s', async (place, reason) => {
    mkdirSync(data)
    symlinkSync(place, directory())
    const { exitCode, stderr } = await forget()
    expect(stderr).toContain(`is never removed: it is ${reason}`)
    expect(exitCode).toBe(1)
  })

  it('S-126: protects what holds a home, the project or a mount, and nothing beside', () => {
    const places = { home: ['/home/ada'], project: '/srv/checkout', mounts: ['/', '/mnt/disk'] }
    for (const place of ['/', '/home', '/home/ada', '/srv', '/srv/checkout', '/mnt', '/mnt/disk'])
      expect(protectedPlace(place, places)).toBeDefined()
    for (const place of [
      '/home/ad',
      '/home/ada/x',
      '/srv/checkout/.data/sandbox',
      '/mnt/disk/data',
    ])
      expect(protectedPlace(place, places)).toBeUndefined()
  })

  it('S-126: touches neither the database of DATABASE_URL nor the secrets that it may need', async () => {
    makeSecrets()
    makeHome(directory('postgres'))
    const { exitCode, stderr } = await forget('--yes', {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    })
    expect(stderr).toContain('The database of DATABASE_URL is not touched')
    expect(exitCode).toBe(0)
    expect(readdirSync(directory())).toEqual(['master-key'])
  })

  it('S-126: production has to be named', async () => {
    const production = join(data, 'production')
    makeHome(join(production, 'postgres'))
    makeSecrets()
    const variables = { ...PRODUCTION, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    for (const words of ['--yes', '--yes --environment sandbox']) {
      const { exitCode, stderr } = await forget(words, variables)
      expect(stderr).toContain('production')
      expect(exitCode).toBe(64)
    }
    expect(existsSync(join(production, 'postgres/password'))).toBe(true)
    expect((await forget('--yes --environment production', variables)).exitCode).toBe(0)
    expect(existsSync(production)).toBe(false)
    expect(lstatSync(directory('master-key')).isFile()).toBe(true)
  })

  it('S-126: asks first, and removes nothing where nobody can be asked', async () => {
    makeSecrets()
    const { exitCode, stderr } = await forget('')
    expect(stderr).toMatch(/To be removed, for ever:\n {2}.*master-key\n[^]*--yes/)
    expect(exitCode).toBe(64)
    expect(readdirSync(directory())).toEqual(['master-key'])
    expect((await runCheckout('forget --yes', { DATA_DIR: data })).exitCode).toBe(64)

    for (const [typed, said] of [
      ['yes\n', true],
      ['y\n', false],
      ['\n', false],
      ['', false],
    ] as const) {
      const input = new PassThrough()
      input.end(typed)
      expect(await confirm('Remove? ', { input, output: new PassThrough() })).toBe(said)
    }
  })
})
