// The baseline: node:http and a pool of `pg`, with the API's statements and response sizes, and nothing else.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Pool } from 'pg'
import type { CreateSession } from '#contract/session.ts'
import { connectionOptions } from '#server/database/engine/connection-options.ts'
import type { Queryable } from '#server/database/engine/database.ts'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import {
  insertSession,
  type CreatedUnder,
  type NewSession,
} from '#server/database/sessions/insert-session.ts'
import { readSession } from '#server/database/sessions/sessions.ts'
import { serveUntilDisconnect } from './stage/server-process.ts'

const { DATABASE_URL = '', MERCHANT_ID = '', ANSWER_BYTES, PORT } = process.env
const POOL_MAX = 10
const DAY_MS = 86_400_000
const REFERENCE_HASH_BYTES = 32
const ANSWER_LENGTH = Number(ANSWER_BYTES)
const HEALTH = JSON.stringify({ status: 'ok', environment: 'sandbox' })

const pool = new Pool({ ...connectionOptions(DATABASE_URL), max: POOL_MAX })
const database: Queryable = {
  async query<Row>({ name, text }: { name: string; text: string }, values: readonly unknown[]) {
    const { rows } = await pool.query({ name, text, values: [...values] })
    return rows as Row[]
  },
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => response.destroy(error as Error))
})
server.listen(Number(PORT), LOOPBACK, serveUntilDisconnect)

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? ''
  if (url === '/v1/health') return send(response, 200, HEALTH)
  if (request.method === 'GET') {
    const session = await readSession(database, MERCHANT_ID, url.slice(url.lastIndexOf('/') + 1))
    return send(response, 200, answerOf(session))
  }
  const body = await text(request)
  const session = newSession(JSON.parse(body) as CreateSession)
  const answer = answerOf(session)
  const key = request.headers['idempotency-key']
  const under = typeof key === 'string' ? underKey(key, { url, body, session, answer }) : undefined
  await insertSession(database, session, under)
  send(response, 201, answer)
}

function underKey(
  key: string,
  asked: { url: string; body: string; session: NewSession; answer: string },
): CreatedUnder {
  const hash = createHash('sha256').update(asked.body).digest()
  return {
    route: `POST ${asked.url}`,
    key,
    bodyHash: hash,
    valueHash: hash,
    answer: { location: `/v1/sessions/${asked.session.id}`, status: 201, body: asked.answer },
    forgetBefore: new Date(asked.session.createdAt.getTime() - DAY_MS),
  }
}

function newSession(body: CreateSession): NewSession {
  const createdAt = new Date()
  return {
    // The ids sort by time like the API's, since the position of inserts in an index affects the database's work.
    id: `cs_${createdAt.getTime().toString(16).padStart(12, '0')}${randomBytes(5).toString('hex')}`,
    referenceHash: randomBytes(REFERENCE_HASH_BYTES),
    merchantId: body.merchantId,
    currency: body.currency ?? '',
    amountMinor: 26_240,
    orderReference: body.orderReference ?? null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + DAY_MS),
    details: {
      lineItems: body.lineItems ?? [],
      discounts: body.discounts,
      shipping: body.shipping ?? null,
      tax: null,
      description: null,
      customer: body.customer ?? null,
      collect: {
        name: 'hidden',
        email: 'required',
        phone: 'hidden',
        taxId: 'hidden',
        billingAddress: 'hidden',
      },
      locale: body.locale,
      paymentMethods: ['card', 'pix', 'boleto'],
      installments: null,
      pix: { expiresInSeconds: 1800 },
      boleto: { expiresInDays: 3 },
      successUrl: body.successUrl ?? null,
      cancelUrl: body.cancelUrl ?? null,
      metadata: body.metadata,
    },
  }
}

/** The JSON, padded to the size of the API's response. */
function answerOf(value: unknown): string {
  return JSON.stringify(value).padEnd(ANSWER_LENGTH)
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
