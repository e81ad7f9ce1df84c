import { setTimeout as sleep } from 'node:timers/promises'
import type { ExchangeRow } from '../../oracle/books.ts'
import type { Dice } from '../shared/dice.ts'
import type { CrashStage } from './stage.ts'

const TIMEOUT_MS = 15_000
const TRIES_MAX = 40
const PAUSE_MS = 200

/** What a purchase needs. */
export interface PurchaseStage extends Pick<
  CrashStage,
  'merchant' | 'checkoutKey' | 'cardKey' | 'envelopeKey' | 'witnesses'
> {
  /** With payers most shoppers pay by Pix. */
  bank?: CrashStage['bank']
  /** Needed where payers pay after the end of a session: expires sessions in the database. */
  observer?: CrashStage['observer']
  /** A request goes to any of them. */
  processes: readonly { apiUrl: string }[]
  /** Request timeout in milliseconds. */
  patienceMs?: number
  /** Tries of a request, with the same idempotency key. */
  triesMax?: number
  /** Called for each final response. */
  onAnswer?: (request: ExchangeRow) => void
  /** Called for each request without a response, or with a 5xx. */
  onFailure?: (request: ExchangeRow, why: string) => void
}

interface Asked {
  merchantId: string | null
  apiKey: string
  sessionId: string | null
  path: string
  key: string
  body: object
}

/** Retries a request with the same idempotency key, at any of the processes, until it gets a final response. */
export async function retryUntilAnswered(
  stage: PurchaseStage,
  dice: Dice,
  asked: Asked,
): Promise<ExchangeRow | undefined> {
  const { path, apiKey, key, merchantId, sessionId } = asked
  const sent = JSON.stringify(asked.body)
  for (let tries = 0; tries < (stage.triesMax ?? TRIES_MAX); tries++) {
    const route = `POST ${path}`
    const atMs = Date.now()
    const exchange: ExchangeRow = {
      merchantId,
      sessionId,
      route,
      key,
      sent,
      status: null,
      answer: null,
      atMs,
    }
    stage.witnesses.exchanges.push(exchange)
    try {
      const response = await fetch(dice.pick(stage.processes).apiUrl + path, {
        method: 'POST',
        headers: {
          'x-api-key': apiKey,
          'idempotency-key': key,
          'content-type': 'application/json',
        },
        body: sent,
        signal: AbortSignal.timeout(stage.patienceMs ?? TIMEOUT_MS),
      })
      const answer = await response.text()
      Object.assign(exchange, { status: response.status, answer })
      if (!isPassing(response.status, answer)) {
        stage.onAnswer?.(exchange)
        return exchange
      }
      if (response.status >= 500) stage.onFailure?.(exchange, answer)
    } catch (error) {
      // No response: retry.
      stage.onFailure?.(exchange, String(error))
    }
    await sleep(PAUSE_MS)
  }
  return undefined
}

function isPassing(status: number, answer: string): boolean {
  if (status >= 500) return true
  return status === 409 && answer.includes('idempotency_in_progress')
}
