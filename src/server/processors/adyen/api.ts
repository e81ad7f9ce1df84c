import { AnswerBroken, NotConnected, type Transport } from '../http/http.ts'
import { ProcessorNotAsked, ProcessorSilent } from '../processor.ts'
import type { Timer } from '../time-out-calls.ts'
import { readAnswer, type Answer } from './answer.ts'
import { unknownFieldsOf } from './documented-fields.ts'
import type { Account } from './settings.ts'

export interface AdyenRequest {
  /** With names in braces: errors have this text, never the values. */
  route: string
  values?: Readonly<Record<string, string>>
  /** At most 64 characters. Absent: the request changes nothing. */
  idempotencyKey?: string
  body: object
}

/** An answer that says something. */
export type Said = Exclude<Answer, { kind: 'open' }>

/**
 * Sends a request, and the same bytes under the same key again while it is open and time is left. Throws `ProcessorSilent` where
 * it stays open, and `ProcessorNotAsked` where it was not sent.
 */
export type Ask = (request: AdyenRequest) => Promise<Said>

export interface Api {
  /** Begins a call of the port, whose requests share its time. */
  start(): Ask
}

export interface ApiParts {
  account: Pick<Account, 'api' | 'apiKey'>
  transport: Transport
  timeoutMs: number
  /** A clock that never goes back. */
  nowMs: () => number
  timer: Timer
  /** Told of each field that the document does not have. */
  onUnknownField?: ((name: string) => void) | undefined
}

const FIRST_SHARE = 0.6
const REPLAYS_MAX = 2
const REPLAY_MS_MIN = 2000
const TRANSIENT_MS = 500
const USER_AGENT = 'HostedCheckout/1'

export function createApi(parts: ApiParts): Api {
  return { start: () => startCall(parts) }
}

function startCall(parts: ApiParts): Ask {
  const { account, transport, timeoutMs, nowMs, timer, onUnknownField } = parts
  const endsAtMs = nowMs() + timeoutMs
  return async (request) => {
    const what = `POST ${request.route}`
    const call = {
      method: 'POST',
      url: account.api + pathOf(request),
      headers: headersOf(account, request),
      body: JSON.stringify(request.body),
    } as const
    const leftMs = endsAtMs - nowMs()
    if (leftMs <= 0) throw new ProcessorNotAsked(`${what} was not sent: no time was left`)
    const first = await send(leftMs * FIRST_SHARE)
    const said = first.kind === 'open' ? await replay(first) : first
    if (said.kind === 'done' && onUnknownField !== undefined)
      unknownFieldsOf(request.route, said.body).forEach(onUnknownField)
    return said

    async function send(ms: number): Promise<Sent> {
      try {
        return readAnswer(await transport({ ...call, timeoutMs: ms }))
      } catch (error) {
        return failed(what, error)
      }
    }

    async function replay(before: Open): Promise<Said> {
      let last = before
      let hasAnswered = before.hasAnswered !== false
      for (let left = REPLAYS_MAX; left > 0; left--) {
        if (last.isTransient && endsAtMs - nowMs() >= REPLAY_MS_MIN + TRANSIENT_MS)
          await timer(TRANSIENT_MS, new AbortController().signal)
        const leftMs = endsAtMs - nowMs()
        if (leftMs < REPLAY_MS_MIN) break
        const sent = await send(left > 1 ? Math.max(REPLAY_MS_MIN, leftMs / 2) : leftMs)
          // What was sent before may have been carried out.
          .catch((error: Error): Open => open(error.message, false))
        // The key decides only what its look-up has seen: who may not send now may have been allowed before.
        if (sent.kind === 'done' || sent.kind === 'refused') return sent
        last = sent.kind === 'open' ? sent : open(sent.described, true)
        hasAnswered ||= last.hasAnswered !== false
      }
      throw new ProcessorSilent(`${what} was answered with ${last.described}`, { hasAnswered })
    }
  }
}

type Open = Extract<Answer, { kind: 'open' }> & { hasAnswered?: boolean }
type Sent = Said | Open

function open(described: string, hasAnswered: boolean): Open {
  return { kind: 'open', described, isTransient: false, hasAnswered }
}

function failed(what: string, error: unknown): Open {
  const why = error instanceof Error ? error.message : 'unknown error'
  if (error instanceof NotConnected) throw new ProcessorNotAsked(`${what} was not sent: ${why}`)
  return open(`nothing: ${why}`, error instanceof AnswerBroken)
}

function headersOf({ apiKey }: Pick<Account, 'apiKey'>, { idempotencyKey }: AdyenRequest) {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'x-api-key': apiKey,
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}

function pathOf({ route, values = {} }: AdyenRequest): string {
  return route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}
