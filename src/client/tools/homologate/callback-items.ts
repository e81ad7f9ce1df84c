import { newId } from '#domain/id.ts'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import {
  judgeDelivered,
  judgeRefused,
  type ItemJudgement,
} from '../readiness/go-live/judge-item.ts'
import type { Evidence, ReportItem } from '../readiness/go-live/report.ts'
import {
  signedHeaders,
  type PlayedNotification,
  type PlayHeaders,
} from '../readiness/plays/play.ts'
import { itemOf, type Rehearsal } from './rehearsal.ts'
import { randomBytes } from 'node:crypto'

const TEN_MINUTES_MS = 600_000
const NO_SECRET: ItemJudgement = {
  verdict: 'not_seen',
  came: 'Without the secret nothing can be signed.',
  mend: 'Give the secret of the callback in WEBHOOK_SECRET, or let the operator run this.',
}
const NO_CALLBACK: ItemJudgement = {
  verdict: 'failed',
  came: 'There is no callback to send it to.',
  mend: 'The operator sets one: checkout callback set --merchant … --url …',
}

interface Sent {
  what: string
  headers: PlayHeaders
  body: string
}

/** Items for which requests go straight to the webhook endpoint, not through the queue of deliveries. */
export async function callbackItems(
  rehearsal: Rehearsal,
  callbackUrl: string | null,
  completed: PlayedNotification | undefined,
): Promise<ReportItem[]> {
  if (callbackUrl === null)
    return [itemOf('bad-signature', NO_CALLBACK), itemOf('ping', NO_CALLBACK)]
  return [
    completed === undefined
      ? itemOf('bad-signature', { ...NO_CALLBACK, came: 'There was nothing to forge.' })
      : await forge(rehearsal, callbackUrl, completed),
    await ping(rehearsal, callbackUrl),
  ]
}

async function forge(
  rehearsal: Rehearsal,
  callbackUrl: string,
  completed: PlayedNotification,
): Promise<ReportItem> {
  const { secrets, clock } = rehearsal
  const now = clock()
  const stranger = makeWebhookSecret((length) => randomBytes(length))
  const { body } = completed
  const sent: Sent[] = [
    { what: 'without a signature', headers: {}, body },
    {
      what: 'with the signature of another secret',
      headers: await signedHeaders(completed, now, [stranger]),
      body,
    },
  ]
  if (secrets.length > 0)
    sent.push(
      {
        what: 'with one byte changed',
        headers: await signedHeaders(completed, now, secrets),
        body: body.replace(/\d(?=\D*$)/, (digit) => (digit === '7' ? '3' : '7')),
      },
      {
        what: 'with a signature that is ten minutes old',
        headers: await signedHeaders(completed, new Date(now.getTime() - TEN_MINUTES_MS), secrets),
        body,
      },
    )
  const answers: Evidence[] = []
  for (const it of sent) answers.push(await post(rehearsal, callbackUrl, it))
  const judgement = judgeRefused(answers)
  return itemOf(
    'bad-signature',
    secrets.length === 0 && judgement.verdict === 'passed'
      ? { ...judgement, mend: 'Two of the four could be sent. With WEBHOOK_SECRET all are.' }
      : judgement,
    answers,
  )
}

async function ping(rehearsal: Rehearsal, callbackUrl: string): Promise<ReportItem> {
  const { secrets, clock } = rehearsal
  if (secrets.length === 0) return itemOf('ping', NO_SECRET)
  const now = clock()
  const id = newId('evt', now, (length) => randomBytes(length))
  const timestamp = now.toISOString()
  const body = JSON.stringify({
    id,
    type: 'ping',
    timestamp,
    environment: 'sandbox',
    sequence: 0,
    data: {},
  })
  const headers = await signedHeaders({ id, body }, now, secrets)
  const answers = [await post(rehearsal, callbackUrl, { what: 'ping', headers, body })]
  return itemOf('ping', judgeDelivered(['ping'], answers), answers)
}

async function post(
  { postToCallback, clock, signal }: Rehearsal,
  url: string,
  { what, headers, body }: Sent,
): Promise<Evidence> {
  signal.throwIfAborted()
  const at = clock().toISOString()
  const {
    statusCode = null,
    error = null,
    durationMs,
  } = await postToCallback({
    url,
    body,
    headers,
  })
  const isTaken = statusCode !== null && statusCode >= 200 && statusCode < 300
  return {
    what,
    sessionId: null,
    eventId: headers['webhook-id'] ?? null,
    deliveryId: null,
    status: isTaken ? 'succeeded' : 'answered',
    attempts: [{ at, statusCode, error, durationMs }],
  }
}
