import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeSync,
  closeSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CardSeal } from '#contract/checkout.ts'
import type { Session } from '#contract/session.ts'
import { attachEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { makeScratchDirectory } from '#proof/testing/scratch-directory.ts'
import { envelopeOf, sealCard } from '#proof/testing/seal-card.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { words, type Variables } from '#proof/testing/cli/command-line.fixture.ts'
import { CHECKOUT, runNode } from '#proof/testing/cli/process.fixture.ts'
import {
  freePorts,
  startServerProcess,
  type ServerProcess,
} from '#proof/testing/cli/server-process.fixture.ts'
import { findSecrets } from './find-secrets.ts'
import type { DrillReport } from './run-drill.ts'

const CARD = '4242424242424242'
const NAME = 'Loja do Canário'

let directory: string
let variables: Variables
let server: ServerProcess
let receiver: WebhookReceiver
let apiUrl: string
let session: Session
const secrets: Record<string, string> = {}
/** Received deliveries in order: id and signed body. */
const received: { id: string; body: string }[] = []
let isHealed = false

const place = (name: string) => join(directory, name)
/** Runs a command as a process of its own, since its temporary folder is a variable of the process. */
const runOwn = (line: string, own: Variables) => runNode([CHECKOUT, ...words(line)], own)
const json = async <T>(line: string) => {
  const { exitCode, stdout, stderr } = await runOwn(`${line} --json`, variables)
  if (exitCode !== 0) throw new Error(`${line} ended with ${exitCode}: ${stderr}`)
  return JSON.parse(stdout) as T
}
const idempotencyKey = 'once'
const call = (path: string, apiKey: string, body?: object) =>
  fetch(`${apiUrl}${path}`, {
    headers: {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })

async function sql<Row>(dataDir: string, text: string): Promise<Row[]> {
  const client = new Client(attachEmbeddedPostgres({ dataDir: join(dataDir, 'sandbox') })?.url)
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

const makeDue = (dataDir: string) =>
  sql(dataDir, `update deliveries set next_attempt_at = now() where status = 'pending'`)

beforeAll(async () => {
  directory = await makeScratchDirectory()
  for (const name of ['data', 'restored', 'tmp']) mkdirSync(place(name), { mode: 0o755 })
  const ports = await freePorts('API_PORT', 'PRIVATE_PORT')
  apiUrl = `http://localhost:${ports.API_PORT}`
  secrets['MASTER_KEY'] = randomBytes(32).toString('base64')
  variables = {
    ...ports,
    DATA_DIR: place('data'),
    TMPDIR: place('tmp'),
    MASTER_KEY: secrets['MASTER_KEY'],
  }
  receiver = await startWebhookReceiver()
  receiver.answer = ({ headers, body }, response) => {
    received.push({ id: String(headers['webhook-id']), body })
    response.writeHead(isHealed ? 204 : 500).end()
  }
  server = await startServerProcess('api,worker', variables)
  const made = await json<{ merchantId: string; webhookSecret: string }>(
    `merchants create --name "${NAME}" --callback-url ${receiver.url}`,
  )
  const key = await json<{ apiKey: string }>(`keys issue --merchant ${made.merchantId}`)
  const ours = await json<{ apiKey: string }>('keys issue --kind checkout')
  Object.assign(secrets, {
    webhook: made.webhookSecret,
    apiKey: key.apiKey,
    checkoutKey: ours.apiKey,
    card: CARD,
    spacedCard: CARD.replaceAll(/(.{4})(?=.)/g, '$1 '),
  })

  const order = { merchantId: made.merchantId, amount: 25_990, currency: 'BRL' }
  session = (await (await call('/v1/sessions', key.apiKey, order)).json()) as Session
  const reference = session.url.slice(session.url.lastIndexOf('/') + 1)
  const toSealWith = await call(`/v1/checkout/${reference}/card-seal`, ours.apiKey)
  const seal = CardSeal.parse(await toSealWith.json())
  const encrypted = envelopeOf(await sealCard(seal.encryptionKey, CARD), seal, { idempotencyKey })
  const card = { encrypted, brand: 'visa', lastFour: CARD.slice(-4) }
  const customer = { email: 'ana@example.com' }
  const body = { method: 'card', card, customer }
  const paid = await call(`/v1/checkout/${reference}/payments`, ours.apiKey, body)
  if (!(await paid.text()).includes('"paid"')) throw new Error('the card was not charged')
}, 120_000)
afterAll(async () => {
  await server.stop()
  await receiver[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

describe('checkout backup drill', () => {
  it('R-36: copies a running server, starts the copy, finds it complete, and keeps it if asked', async () => {
    const restored = join(place('restored'), 'sandbox')
    const report = await json<DrillReport>(`backup drill --keep ${restored}`)
    expect(report).toMatchObject({
      ok: true,
      method: 'files',
      server: { checksums: true },
      kept: join(restored, 'postgres', 'cluster'),
    })
    expect(report.checks.map(({ name, ok }) => [name, ok])).toEqual(
      ['secrets', 'start', 'structure', 'schema', 'rows', 'books', 'audit'].map((name) => [
        name,
        true,
      ]),
    )
    const rows = Object.fromEntries(report.rows.map(({ table, copied }) => [table, copied]))
    expect(rows).toMatchObject({ 'public.sessions': 1, 'public.payments': 1 })
    expect(report.lostMs).toEqual(expect.any(Number))
  })

  it('S-109: the files of a copy and its WAL contain no key, secret or card', async () => {
    const seek = (words: Record<string, string>) =>
      findSecrets(
        place('restored'),
        Object.entries(words).map(([name, text]) => ({
          name,
          forms: [Buffer.from(text, name === 'raw' ? 'latin1' : 'utf8')],
        })),
      )
    const bare = Object.entries(secrets).map(([name, text]) => [
      `bare ${name}`,
      text.replace(/^[a-z]+_/, ''),
    ])
    const raw = Buffer.from(secrets['MASTER_KEY'] ?? '', 'base64').toString('latin1')
    const found = await seek({
      ...secrets,
      ...(Object.fromEntries(bare) as Record<string, string>),
      raw,
      'a name that is there': NAME,
      'an id that is there': session.id,
    })
    expect(found.filter((place) => !place.includes('that is there'))).toEqual([])
    // Planted secrets are found, in tables and in WAL.
    expect(found.some((place) => place.startsWith('a name') && place.includes('/base/'))).toBe(true)
    expect(found.some((place) => place.startsWith('an id') && place.includes('/pg_wal/'))).toBe(
      true,
    )
  })

  it('R-37: a restored copy repeats deliveries with the same ids and bytes', async () => {
    isHealed = true
    const before = async () =>
      (
        await sql<{ count: string }>(
          place('data'),
          `select count(*) from deliveries where status = 'pending'`,
        )
      )[0]?.count
    await expect.poll(() => makeDue(place('data')).then(before), { timeout: 30_000 }).toBe('0')
    await server.stop()
    const known = new Map(received.map(({ id, body }) => [id, body]))
    expect(known.size).toBeGreaterThan(1)
    received.length = 0

    const own = join('sandbox', 'postgres', 'password')
    copyFileSync(join(place('data'), own), join(place('restored'), own))
    const restored = { ...variables, DATA_DIR: place('restored') }
    const again = await startServerProcess('api,worker', restored)
    try {
      await expect
        .poll(
          () => makeDue(place('restored')).then(() => new Set(received.map(({ id }) => id)).size),
          { timeout: 30_000 },
        )
        .toBe(known.size)
      for (const { id, body } of received) expect(body).toBe(known.get(id))
      const read = await call(`/v1/sessions/${session.id}`, secrets['apiKey'] ?? '')
      expect(await read.json()).toMatchObject({
        status: 'complete',
        paymentStatus: 'paid',
        amount: 25_990,
      })
    } finally {
      await again.stop()
    }
  })

  it('R-38: corruption on disk is found, no wrong amount is served, and nothing is left behind', async () => {
    server = await startServerProcess('api', variables)
    const [file] = await sql<{ path: string }>(
      place('data'),
      `select pg_relation_filepath('sessions') as path`,
    )
    await server.stop()
    const path = join(place('data'), 'sandbox', 'postgres', 'cluster', file?.path ?? '')
    const opened = openSync(path, 'r+')
    // Rows are stored from the end of a page: this offset is in the last row.
    writeSync(opened, Buffer.from([0x7f]), 0, 1, 8_000)
    closeSync(opened)

    const { exitCode, stdout, stderr } = await runOwn('backup drill', variables)
    expect(stdout).toMatch(/^structure +NOT GOOD +(public\.)?sessions: invalid page in block 0/m)
    expect(stdout).toMatch(/^audit +good +whole/m)
    expect(stderr).toMatch(/What was committed up to \d+ ms before the copy ended is in it\./)
    expect(stderr).toContain('The copy is not good: structure, rows, books.')
    expect(exitCode).toBe(1)
    expect(readdirSync(place('tmp'))).toEqual([])

    server = await startServerProcess('api', variables)
    const read = await call(`/v1/sessions/${session.id}`, secrets['apiKey'] ?? '')
    expect(read.status).toBeGreaterThanOrEqual(500)
    expect(await read.text()).not.toContain('amount')
  })
})
