import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  PRODUCTION,
  runCheckout,
  type Outcome,
  type Variables,
} from '#proof/testing/cli/command-line.fixture.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import {
  MODULES,
  PASSPHRASE,
  SECRET,
  VALUES,
  WHOLE_FILE,
  withBank,
} from '#proof/testing/cli/wrong-files.fixture.ts'
import { PAIR, SETTINGS, WEBHOOKS, withHooks } from '#proof/testing/cli/wrong-settings.fixture.ts'

const DAY_MS = 86_400_000

let directory: string
let path: string
let variables: Variables
/** Texts of keys and secrets, which no message may hold. */
let hidden: string[]

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'wrong-accounts-'))
  path = join(directory, 'accounts.json')
  mkdirSync(join(directory, 'folder'))
  const write = (name: string, text: string | Uint8Array) =>
    writeFileSync(join(directory, name), text)
  const now = Date.now()
  const own = selfSignedCertificate('bank')
  const other = selfSignedCertificate('other')
  const past = selfSignedCertificate('past', { to: new Date('2024-02-28T00:00:00Z') })
  const future = selfSignedCertificate('future', { from: new Date(now + 30 * DAY_MS) })
  const locked = createPrivateKey(own.key).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: PASSPHRASE,
  })
  write('bank.pem', own.cert)
  write('bank.key', own.key)
  write('locked.key', locked)
  write('public.key', createPublicKey(own.cert).export({ type: 'spki', format: 'pem' }))
  write('other.pem', other.cert)
  write('other.key', other.key)
  write('chain.pem', other.cert + own.cert)
  write('past.pem', past.cert)
  write('past.key', past.key)
  write('future.pem', future.cert)
  write('future.key', future.key)
  write('cut.pem', own.cert.replace(/.{80}\n-----END/, '\n-----END'))
  write('bank.der', Buffer.from(own.cert.split('\n')[1] ?? '', 'base64'))
  write('request.pem', own.cert.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST'))
  write('ca.pem', selfSignedCertificate('ca', { isAuthority: true }).cert)
  write(
    'ca-past.pem',
    selfSignedCertificate('ca', { isAuthority: true, to: new Date('2024-02-28') }).cert,
  )
  write('empty', '')
  write(
    'throwing.mjs',
    `export const createProcessor = ({ settings }) => { throw new Error('no key like ' + settings.apiKey) }`,
  )
  write('broken.mjs', `export const createProcessor = (`)
  write('other.mjs', `export const create = () => ({})`)
  write('partial.mjs', `export const createProcessor = () => ({ name: 'partial' })`)
  const bodies = [own.key, other.key, String(locked), past.key, future.key].map(
    (pem) => pem.split('\n')[1] ?? '',
  )
  hidden = [SECRET, PASSPHRASE, ...bodies]
  variables = {
    ...PRODUCTION,
    PROCESSOR: '',
    PROCESSORS: path,
    FIELDS_URL: 'https://fields.pay.example',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    MASTER_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'silent',
    BANK_SECRET: SECRET,
    LOCK: PASSPHRASE,
    IN_ONE_LINE: own.cert.replaceAll('\n', String.raw`\n`),
  }
})
afterAll(() => rmSync(directory, { recursive: true }))

/** What a command prints about a wrong file. */
function problemsIn({ exitCode, stdout, stderr }: Outcome): string[] {
  for (const text of hidden) expect(stdout + stderr).not.toContain(text)
  expect(stdout).toBe('')
  expect(exitCode).toBe(78)
  const [first, ...lines] = stderr.trimEnd().split('\n')
  expect(first).toBe(`error: The configuration is wrong, in ${path}:`)
  const prefix = '  PROCESSORS: '
  expect(lines.filter((line) => !line.startsWith(prefix))).toEqual([])
  return lines.map((line) => line.slice(prefix.length))
}

function write(file: unknown): void {
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
}

async function problemsOf(file: unknown): Promise<string[]> {
  write(file)
  return problemsIn(await runCheckout('processors check', variables))
}

describe('a wrong accounts file is refused with all that is wrong, where, and what to do', () => {
  it('R-32: that does not exist', async () => {
    rmSync(path, { force: true })
    expect(problemsIn(await runCheckout('processors check', variables))).toEqual([
      'the file does not exist: set PROCESSORS to its path',
    ])
  })

  it('R-32: that is a folder', async () => {
    const outcome = await runCheckout('processors check', { ...variables, PROCESSORS: directory })
    expect(outcome.stderr).toContain(
      'PROCESSORS: the file is a folder: set PROCESSORS to the path of a file',
    )
    expect(outcome.exitCode).toBe(78)
  })

  it.each(WHOLE_FILE)('R-32: that %s', async (_, file, problems) => {
    expect(await problemsOf(file)).toEqual(problems)
  })

  it.each(VALUES)('R-32: with %s', async (_, file, problems) => {
    expect(await problemsOf(file)).toEqual(problems)
  })

  it.each(PAIR)('R-32: with %s', async (_, file, problems) => {
    expect(await problemsOf(file)).toEqual(problems)
  })

  it.each(SETTINGS)('R-32: with %s', async (_, file, problems) => {
    expect(await problemsOf(file)).toEqual(problems)
  })

  it.each(MODULES)('R-32: with a module %s', async (_, file, problems) => {
    expect(await problemsOf(file)).toEqual(problems)
  })

  it.each(WEBHOOKS)('R-32: with webhooks that have %s', async (_, file, problems) => {
    expect(await problemsOf(file)).toEqual(problems)
  })

  it('R-32: and accepts what is right, also behind a byte order mark and with a locked key', async () => {
    const locked = withBank({ key: 'file:locked.key', keyPassphrase: 'env:LOCK' })
    for (const file of [`\uFEFF${JSON.stringify(withBank({}))}`, locked, withHooks({})]) {
      write(file)
      // Only the name is wrong: the file was read before.
      const { stderr } = await runCheckout('processors check nobody', variables)
      expect(stderr).toContain('There is no account "nobody"; the accounts are bank.')
    }
  })

  it.each(['serve', 'serve --only api', 'processors list', 'reconcile'])(
    'R-32: by checkout %s, before it asks for the database',
    async (line) => {
      write(withBank({ key: 'file:other.key', clientId: 'env:NOT_SET' }))
      expect(problemsIn(await runCheckout(line, variables))).toEqual([
        'accounts.bank.clientId names the variable NOT_SET, which is not set: set it, or name another',
        'accounts.bank.key (file:other.key) does not belong to the certificate: name the key with which it was requested',
      ])
    },
  )
})
