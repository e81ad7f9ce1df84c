import { ProcessorNotAsked, ProcessorSilent } from '../processor.ts'
import type { Timer } from '../time-out-calls.ts'
import { type BankAnswer, readAnswer } from './bank-answer.ts'
import { type BankRequest, callOf } from './bank-request.ts'
import { unknownFieldsOf } from './document.ts'
import { AnswerBroken, type HttpAnswer, NotConnected, type Transport } from '../http/http.ts'
import { NoToken, requestToken } from './request-token.ts'
import type { Account } from './settings.ts'
import { createTokens } from './tokens.ts'

/** One call of the port: its requests share a time budget, and wait for a token once at most. */
export interface BankSession {
  /** Obtains a token, and sends no other request. */
  authorize(): Promise<void>
  /**
   * Throws `ProcessorNotAsked` while the bank has seen nothing of this call, else `ProcessorSilent`; both say whether it has
   * answered to any request of this call.
   */
  ask(request: BankRequest): Promise<BankAnswer>
}

export interface Bank {
  start(): BankSession
}

export interface BankParts {
  account: Account
  transport: Transport
  timeoutMs: number
  /** A clock that never goes back. */
  nowMs: () => number
  timer: Timer
  /** Told of each field that the document does not have. */
  onUnknownField?: ((name: string) => void) | undefined
}

export function createBank(parts: BankParts): Bank {
  const { account, transport, timeoutMs, nowMs, onUnknownField } = parts
  const tokens = createTokens(() => requestToken(transport, account, timeoutMs), nowMs)

  function start(): BankSession {
    const endsAtMs = nowMs() + timeoutMs
    let hasWaited = false
    let wasSeen = false
    let hasAnswered = false
    const unasked = (why: string) =>
      wasSeen
        ? new ProcessorSilent(why, { hasAnswered })
        : new ProcessorNotAsked(why, { hasAnswered })

    async function tokenFor(what: string): Promise<string> {
      const atHand = tokens.atHand()
      if (atHand !== undefined) return atHand
      if (hasWaited) throw unasked(`${what} was not sent: the new token has ended already`)
      hasWaited = true
      try {
        return await within(parts, endsAtMs - nowMs(), tokens.next())
      } catch (error) {
        hasAnswered ||= error instanceof NoToken && error.hasAnswered
        throw unasked(
          `${what} was not sent: ${error instanceof Error ? error.message : 'no token'}`,
        )
      }
    }

    async function send(request: BankRequest, what: string, token: string): Promise<HttpAnswer> {
      const leftMs = endsAtMs - nowMs()
      if (leftMs <= 0) throw unasked(`${what} was not sent: no time was left`)
      try {
        const answer = await transport({ ...callOf(account, request, token), timeoutMs: leftMs })
        hasAnswered = true
        if (answer.status !== 401) wasSeen = true
        return answer
      } catch (error) {
        const why = error instanceof Error ? error.message : 'unknown error'
        if (error instanceof NotConnected) throw unasked(`${what} was not sent: ${why}`)
        wasSeen = true
        hasAnswered ||= error instanceof AnswerBroken
        throw new ProcessorSilent(`${what} was not answered: ${why}`, { hasAnswered })
      }
    }

    return {
      async authorize() {
        await tokenFor('the request')
      },
      async ask(request) {
        const what = `${request.method} ${request.route}`
        const token = await tokenFor(what)
        let answer = await send(request, what, token)
        if (answer.status === 401) {
          tokens.forget(token)
          if (!hasWaited) answer = await send(request, what, await tokenFor(what))
        }
        if (answer.status === 401) throw unasked(`${what}: the bank refuses a new token`)
        const read = readAnswer(what, answer)
        if (read.ok && onUnknownField !== undefined)
          unknownFieldsOf(request, read.body).forEach(onUnknownField)
        return read
      },
    }
  }
  return { start }
}

async function within<T>({ timer }: BankParts, ms: number, promise: Promise<T>): Promise<T> {
  const ended = new AbortController()
  try {
    const late = timer(Math.max(0, ms), ended.signal).then(() => {
      throw new Error('no token in time')
    })
    return await Promise.race([promise, late])
  } finally {
    ended.abort()
  }
}
