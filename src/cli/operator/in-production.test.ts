import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageCheckout } from '#contract/page.ts'
import type { Session } from '#contract/session.ts'
import { TOOLS } from '#client/tools/tools.ts'
import { newId } from '#domain/id.ts'
import { createProgram } from '#cli/program.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { statement, type Database } from '#server/database/engine/database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import {
  runCheckout,
  words,
  type Outcome,
  type Variables,
} from '#proof/testing/cli/command-line.fixture.ts'
import { openNeighbours } from '#proof/testing/cli/neighbours.fixture.ts'
import { CHECKOUT, runNode } from '#proof/testing/cli/process.fixture.ts'
import {
  freePorts,
  startServerProcess,
  type ServerProcess,
} from '#proof/testing/cli/server-process.fixture.ts'
import { openTerminal } from '#proof/testing/cli/terminal.fixture.ts'
import { writeGuideFiles } from '#proof/testing/conformance/guide-files.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import { makeScratchDirectory } from '#proof/testing/scratch-directory.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'

const FIXTURES = join(import.meta.dirname, '../../proof/testing/cli')
const PROCESSOR = join(FIXTURES, 'strict-processor.fixture.ts')
const RECEIVER = 'store.merchant.test'
const SILENT = { info: () => undefined, warn: () => undefined }
const MASTER_KEYS = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'))

const neighbours = openNeighbours()
/** What one command made and a later one needs, by name. */
const known: Record<string, string> = {}
let variables: Variables = {}
let directory: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let database: Database
let server: ServerProcess | undefined

const sql = (text: string, ...values: unknown[]) => database.query(statement('test', text), values)

beforeAll(async () => {
  directory = await makeScratchDirectory()
  // A server of its own, since a copy of it is taken.
  const dataDir = join(directory, 'postgres')
  postgres = await startEmbeddedPostgres({ dataDir, log: SILENT, settings: { fsync: 'off' } })
  database = openDatabase({ url: postgres.url, log: SILENT })
  const here = selfSignedCertificate('localhost')
  const there = selfSignedCertificate(RECEIVER)
  writeFileSync(join(directory, 'authorities.pem'), here.cert + there.cert)
  const ports = await freePorts(
    'API_PORT',
    'CHECKOUT_PORT',
    'FIELDS_PORT',
    'ADMIN_PORT',
    'PRIVATE_PORT',
  )
  const atHttps = async (port: string) =>
    `https://localhost:${await neighbours.startTls(here, port)}`
  mkdirSync(join(directory, 'tmp'))
  variables = {
    ...ports,
    CHECKOUT_ENVIRONMENT: 'production',
    HOST: 'localhost',
    API_URL: await atHttps(ports.API_PORT),
    CHECKOUT_URL: await atHttps(ports.CHECKOUT_PORT),
    FIELDS_URL: await atHttps(ports.FIELDS_PORT),
    DATABASE_URL: postgres.url,
    DATA_DIR: join(directory, 'data'),
    MASTER_KEY: MASTER_KEYS[0] ?? '',
    PROCESSOR,
    TMPDIR: join(directory, 'tmp'),
    NODE_EXTRA_CA_CERTS: join(directory, 'authorities.pem'),
    RECEIVER_PORT: String(await neighbours.startReceiver(there)),
    DRAIN_SECONDS: '0',
  }
})
afterAll(async () => {
  await server?.stop()
  neighbours.close()
  await database.close()
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** Runs as a process of its own, which trusts the neighbours and finds the receiver. */
const runOwn = (line: string) =>
  runNode(
    ['--import', join(FIXTURES, 'receivers-nearby.fixture.ts'), CHECKOUT, ...words(line)],
    variables,
  )

/** Calls the API at its port, as the proxy does. */
async function call<T>(path: string, apiKey: string | undefined, body: object): Promise<T> {
  const response = await fetch(`http://localhost:${variables['API_PORT']}${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': apiKey ?? '',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return (response.status === 204 ? undefined : await response.json()) as T
}

const createSession = () =>
  call<Session>('/v1/sessions', known['apiKey'], {
    merchantId: known['merchantId'],
    amount: 1990,
    currency: 'BRL',
  })

/** Starts what shoppers and merchants reach. The worker stays away: what commands leave for it can be read. */
async function serve(): Promise<void> {
  const own = { ...variables, CHECKOUT_API_KEY: known['checkoutApiKey'] ?? '' }
  server = await startServerProcess('api,bff,fields', own)
  known['openId'] = (await createSession()).id
  const { id, url } = await createSession()
  known['paidId'] = id
  const { payment } = await call<PageCheckout>(
    `/v1/checkout/${url.split('/').at(-1)}/payments`,
    known['checkoutApiKey'],
    {
      method: 'pix',
      customer: { email: 'maria@example.com', name: 'Maria', taxId: '11144477735' },
    },
  )
  await call('/processor/notifications', undefined, {
    notificationId: randomUUID(),
    paymentId: payment?.id,
  })
}

/** Adds a payment of R$ 19.90 in a state that few have, under this name. */
async function addPayment(name: string, state: object): Promise<string> {
  const now = new Date()
  const row = {
    id: newId('pay', now, randomBytes),
    session_id: await insertBareSession(database, known['merchantId'] ?? '', now),
    amount_minor: 1990,
    currency: 'BRL',
    processor: 'taking',
    created_at: now,
    updated_at: now,
    ...state,
  }
  await sql(
    `insert into payments (${Object.keys(row).join(', ')})
     select ${Object.keys(row).join(', ')} from jsonb_populate_record(null::payments, $1)`,
    row,
  )
  known[name] = row.id
  return row.session_id
}

/** Adds a dispute of the captured payment. */
async function addDispute(session: string, payment: string): Promise<void> {
  const now = new Date()
  known['disputeId'] = newId('dp', now, randomBytes)
  await sql(
    `insert into disputes (id, merchant_id, session_id, payment_id, processor, processor_reference, stage, status, rank,
       amount_minor, currency, opened_at, created_at, updated_at)
     values ($1, $2, $3, $4, 'taking', '9915', 'chargeback', 'needs_response', 20, 1500, 'BRL', $5, $5, $5)`,
    known['disputeId'],
    known['merchantId'],
    known[session],
    known[payment],
    now,
  )
  await sql(
    `insert into dispute_steps (dispute_id, kind, at, recorded_at) values ($1, 'notified', $2, $2)`,
    known['disputeId'],
    now,
  )
}

/** Adds a refund that the processor has not decided. */
async function addPendingRefund(session: string, payment: string): Promise<void> {
  const now = new Date()
  known['refundId'] = newId('re', now, randomBytes)
  await sql(
    `insert into refunds (id, session_id, payment_id, status, amount_minor, currency, created_at, updated_at)
     values ($1, $2, $3, 'pending', 500, 'BRL', $4, $4)`,
    known['refundId'],
    known[session],
    known[payment],
    now,
  )
}

const OWED = {
  status: 'failed',
  decline_code: 'replaced',
  method: 'pix',
  captured_minor: 1990,
  late: true,
  refund_owed_at: new Date(),
  next_refund_at: new Date(),
}
const DAY = 86_400_000
const AUTHORIZED = {
  status: 'authorized',
  method: 'card',
  capture_method: 'manual',
  authorized_minor: 1990,
  authorized_at: new Date(),
  capture_before: new Date(Date.now() + DAY),
}
const HELD = { status: 'amount_mismatch', method: 'card', captured_minor: 1500 }

interface Case {
  /** What stands behind the command's name; `<name>` is what an earlier command made. */
  args?: string
  prepare?: () => Promise<unknown>
  input?: string
  variables?: Variables
  /** In a process of its own. */
  isOwn?: true
  /** A part of its JSON, or of the text of an export. */
  says?: unknown
  /** A part of what it says when it ends with 1: production refuses it, or it found what must not be. */
  fails?: string
  /** Other names for what its JSON has under these. */
  keeps?: Record<string, string>
}

const holding = (text: string): unknown => expect.stringContaining(text)
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)
const some = (...items: unknown[]): unknown => expect.arrayContaining(items)
const KEY = /^hp_live_/
const SECRET = /^whsec_/
const LINK = /\/sign-in#/
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Every command once, in an order in which each finds what it needs. */
const CASES: Record<string, Case> = {
  setup: {
    says: { applied: some('0001_baseline.sql'), masterKey: null, checkoutApiKey: like(KEY) },
    keeps: { checkoutApiKey: 'checkoutApiKey' },
  },
  migrate: { says: { applied: [] } },
  reconcile: { says: { compared: 0, differences: [] } },
  'merchants create': {
    args: `--name Loja --callback-url https://${RECEIVER}/hooks`,
    says: { name: 'Loja', webhookSecret: like(SECRET) },
    keeps: { merchantId: 'merchantId' },
  },
  'merchants list': { says: [{ name: 'Loja' }] },
  'merchants show': { args: '<merchantId>', says: { callbackUrl: `https://${RECEIVER}/hooks` } },
  'merchants set': { args: '<merchantId> --name "Loja Nova"', says: { name: 'Loja Nova' } },
  'merchants sign-in': { args: '<merchantId>', fails: 'npx --no checkout users invite' },
  'keys issue': {
    args: '--merchant <merchantId>',
    says: { apiKey: like(KEY) },
    keeps: { keyId: 'firstKeyId', apiKey: 'firstKey' },
  },
  'keys identify': { input: '<firstKey>', says: { status: 'active' } },
  'keys find': {
    args: '<keyFile>',
    prepare: async () => {
      known['keyFile'] = join(directory, 'found.env')
      writeFileSync(known['keyFile'], `API_KEY=${known['firstKey']}\n`)
    },
    fails: 'found.env',
  },
  'keys rotate': {
    args: '<firstKeyId>',
    says: { apiKey: like(KEY) },
    keeps: { apiKey: 'apiKey' },
  },
  'keys revoke': { args: '<firstKeyId>', says: { status: 'revoked' } },
  'keys list': {
    args: '--merchant <merchantId>',
    says: some(expect.objectContaining({ status: 'revoked' })),
  },
  'callback set': {
    args: `--merchant <merchantId> --url https://${RECEIVER}/other`,
    says: { callbackUrl: `https://${RECEIVER}/other` },
  },
  'callback show': { args: '--merchant <merchantId>', says: { liveSecrets: 1 } },
  'callback ping': {
    args: '--merchant <merchantId>',
    isOwn: true,
    says: { status: 'succeeded', statusCode: 204 },
    keeps: { deliveryId: 'deliveryId' },
  },
  'callback rotate': { args: '--merchant <merchantId>', says: { webhookSecret: like(SECRET) } },
  monitor: {
    prepare: serve,
    isOwn: true,
    says: { ok: true, findings: [] },
  },
  'deliveries list': {
    args: '--merchant <merchantId> --status succeeded',
    says: [{ eventType: 'ping', lastStatusCode: 204 }],
  },
  'deliveries replay': {
    args: '<deliveryId>',
    says: [{ deliveryId: like(/^dlv_/) }],
  },
  'deliveries health': {
    args: '--merchant <merchantId>',
    prepare: async () => {
      await sql(`update deliveries set status = 'exhausted', attempts_made = 1, next_attempt_at = null
        where status = 'pending' and event_id in (select id from events where type = 'session.completed')`)
      await sql(`insert into delivery_attempts (delivery_id, number, started_at, duration_ms, status_code)
        select id, 1, now(), 5, 500 from deliveries where status = 'exhausted'`)
    },
    says: { endpoint: 'set', lastSuccessAt: like(/^20/) },
  },
  'deliveries replay-matching': {
    args: '--merchant <merchantId> --answer 500',
    says: { matched: 1 },
  },
  'deliveries stop-replay': {
    args: '--merchant <merchantId>',
    says: { released: 0, matched: 1 },
  },
  'sessions cancel': { args: '<openId>', says: { id: like(/^cs_/), status: 'canceled' } },
  'refunds create': { args: '<paidId> --key 4711', says: { status: 'succeeded', amount: 1990 } },
  explain: { args: '<paidId>', says: { standing: expect.anything() } },
  find: { args: '<paidId>', says: { found: [{ kind: 'session', paymentStatus: 'refunded' }] } },
  export: {
    args: `payments --merchant <merchantId> --from ${day(Date.now() - DAY)} --to ${day(Date.now())} --tz UTC`,
    says: like(/,refunded,/),
  },
  'payments inquire': {
    args: '<heldId>',
    prepare: async () => {
      await addPayment('heldId', HELD)
      await addPayment('otherId', HELD)
    },
    says: { status: 'amount_mismatch' },
  },
  'payments authorized': {
    prepare: async () => {
      known['capturedId'] = await addPayment('toCapture', AUTHORIZED)
      known['voidedId'] = await addPayment('toVoid', AUTHORIZED)
    },
    says: some(expect.objectContaining({ authorizedMinor: 1990 })),
  },
  'payments capture': { args: '<capturedId> --amount 1500', says: { status: 'complete' } },
  'payments void': { args: '<voidedId> --reason "sold out"', says: { status: 'canceled' } },
  'payments mismatched': { says: some(expect.objectContaining({ capturedMinor: 1500 })) },
  'payments accept': { args: '<heldId>', says: { decision: 'accept' } },
  'payments refuse': {
    args: '<otherId> --reason "too little"',
    says: { decision: 'refuse' },
  },
  'disputes list': {
    args: '--due',
    prepare: () => addDispute('capturedId', 'toCapture'),
    says: [{ status: 'needs_response', amount: 1500 }],
  },
  'disputes show': { args: '<disputeId>', says: { steps: [{ kind: 'notified' }] } },
  'disputes evidence': { args: '<disputeId>', says: { object: 'dispute_evidence' } },
  'refunds owed': {
    prepare: () => addPayment('owedId', OWED),
    says: some(expect.objectContaining({ amountOwed: 1990 })),
  },
  'refunds retry': { args: '<owedId>', says: { paymentId: like(/^pay_/) } },
  'refunds paid': { args: '<owedId> --reason "bank transfer"', says: { amount: 1990 } },
  'refunds settle': {
    args: '<refundId> --as succeeded --reason "statement of 12 December"',
    prepare: () => addPendingRefund('capturedId', 'toCapture'),
    says: { status: 'succeeded', amount: 500 },
  },
  'processors list': { says: [{ account: 'taking', methods: ['card', 'pix', 'boleto'] }] },
  'processors check': { says: [{ account: 'taking', check: 'credentials', ok: true }] },
  'processors conformance': {
    args: '<module> --driver <driver>',
    prepare: async () => {
      mkdirSync(join(directory, 'guide'))
      Object.assign(known, await writeGuideFiles(join(directory, 'guide')))
    },
    says: expect.anything(),
  },
  'processors try': {
    args: 'taking --without-payment --wait 1s',
    says: { account: 'taking', environment: 'production', passed: true },
  },
  'users invite': {
    args: '--email ada@pay.example --role admin',
    says: { url: like(LINK) },
    keeps: { userId: 'userId' },
  },
  'users allow': {
    args: '--merchant <merchantId> --may keys:issue',
    says: { may: ['keys:issue'] },
  },
  'users list': { says: [{ email: 'ada@pay.example', status: 'invited' }] },
  'users sign-out': { args: '<userId>', says: { endedLinks: 1 } },
  'users recover': {
    args: '<userId>',
    prepare: async () => {
      await sql(`update users set status = 'active' where id = $1`, known['userId'])
      await sql(
        `insert into memberships (user_id, role, granted_at) values ($1, 'support', now())`,
        known['userId'],
      )
    },
    says: { url: like(LINK) },
  },
  'users disable': { args: '<userId>', says: { endedSessions: 0 } },
  dashboard: { fails: 'people sign in by passkey' },
  'audit list': {
    args: '--limit 1',
    says: [{ action: 'user.disabled', command: 'users disable' }],
  },
  'audit verify': { says: { ok: true, breaks: [] } },
  'database grant': {
    args: '--role least',
    prepare: () => sql('create role least login'),
    says: { role: 'least' },
  },
  'backup drill': { isOwn: true, says: { ok: true, method: 'files' } },
  'master-key rotate': {
    variables: { MASTER_KEY: MASTER_KEYS[1] ?? '', MASTER_KEY_PREVIOUS: MASTER_KEYS[0] ?? '' },
    says: expect.anything(),
  },
  'master-key status': {
    variables: { MASTER_KEY: MASTER_KEYS[1] ?? '', MASTER_KEY_PREVIOUS: MASTER_KEYS[0] ?? '' },
    says: { previousKeyIds: [like(/^[0-9a-f]{8}$/)] },
  },
  forget: {
    args: '--everything --yes --environment production',
    says: { environment: 'production', removed: [] },
  },
}

function filled(text: string): string {
  return text.replaceAll(/<(\w+)>/g, (_, name: string) => {
    const value = known[name]
    if (value === undefined) throw new Error(`nothing made <${name}>`)
    return value
  })
}

function run(name: string, { args = '', input, isOwn, ...asked }: Case): Promise<Outcome> {
  const line = `${name} ${filled(args)} --json`
  if (isOwn === true) return runOwn(line)
  const own = { ...variables, ...asked.variables }
  return runCheckout(line, own, input === undefined ? undefined : filled(input))
}

/** The JSON of a command that succeeds, else its texts. */
function answerOf(name: string, { exitCode, stdout, stderr }: Outcome): unknown {
  if (exitCode !== 0) return stdout + stderr
  return name === 'export' ? stdout : JSON.parse(stdout)
}

function keep({ keeps = {} }: Case, answer: unknown): void {
  const made = answer as Record<string, string>
  for (const [from, to] of Object.entries(keeps)) known[to] = made[from] ?? ''
}

describe("R-81: every operator's command works in production", () => {
  it.each(Object.entries(CASES))('%s', async (name, tried) => {
    await tried.prepare?.()
    const outcome = await run(name, tried)
    expect(outcome.stderr).not.toMatch(/\n {4}at /)
    const answer = answerOf(name, outcome)
    expect({ exitCode: outcome.exitCode, answer }).toMatchObject(
      tried.fails === undefined
        ? { exitCode: 0, answer: tried.says }
        : { exitCode: 1, answer: holding(tried.fails) },
    )
    keep(tried, answer)
  })

  it('none is left out', async () => {
    const program = await createProgram([], openTerminal().terminal)
    const own = leavesOf(program).filter((path) => !((path.split(' ')[0] ?? '') in TOOLS))
    expect([...Object.keys(CASES), 'serve'].toSorted()).toEqual(own.toSorted())
  })
})

/** The commands that do something, as they are typed. */
function leavesOf(command: Command, path: readonly string[] = []): string[] {
  return command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((child) => leavesOf(child, [...path, child.name()]))
}
