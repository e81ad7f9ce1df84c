import type { Fetch } from '#contract/fetch.ts'
import type { Sender, SendResult } from '#server/outgoing/send-webhook.ts'
import type { ReceivedRow } from '../../oracle/books.ts'
import type { Dice } from '../shared/dice.ts'
import type { Activity } from './activity.ts'
import type { Scheduler } from './scheduler.ts'

/** The request never left this process. */
export class NeverSent extends TypeError {}

/** The connection to the processor: requests and responses get lost, and some requests arrive after their timeout. */
export function gateProcessor(
  fetch: Fetch,
  { turn, die }: Scheduler,
  { track }: Pick<Activity, 'track'>,
  late: (() => Promise<unknown>)[],
): Fetch {
  return async (request) => {
    const { pathname } = new URL(request.url)
    const fate = await turn('processor', nameOf(request.method, pathname))
    if (fate === 'lost before') throw new NeverSent('the line is dead')
    if (fate === 'late' || fate === 'dies meanwhile') {
      const copy = request.clone()
      late.push(() => Promise.resolve(fetch(copy)).catch(() => undefined))
      if (fate === 'dies meanwhile') return die()
      throw new TypeError('the answer does not come')
    }
    const copy = fate === 'twice' ? request.clone() : undefined
    try {
      const response = await track(Promise.resolve(fetch(request)))
      if (copy) await track(Promise.resolve(fetch(copy)))
      if (fate === 'lost after') throw new TypeError('the answer is lost')
      return response
    } finally {
      if (fate === 'dies after') await die()
    }
  }
}

/** The steps of API Pix and of Adyen have the names of the simulator's, so that the same faults meet all. */
const ELSEWHERE: readonly (readonly [route: RegExp, name: string])[] = [
  [/^PUT .*\/cob\/\w+$/, 'POST /payments'],
  [/^GET .*\/cob\/\w+$/, 'GET /payments/pay'],
  [/^PATCH .*\/cob\/\w+$/, 'POST /payments/pay/cancel'],
  [/^PUT .*\/devolucao\/\w+$/, 'POST /refunds'],
  [/^GET .*\/devolucao\/\w+$/, 'GET /refunds/re'],
  [/^POST \/v72\/payments\/\w+\/captures$/, 'POST /payments/pay/capture'],
  [/^POST \/v72\/(?:payments\/\w+\/reversals|cancels)$/, 'POST /payments/pay/cancel'],
  [/^POST \/v72\/payments\/\w+\/refunds$/, 'POST /refunds'],
  [/^POST \/v72\/payments$/, 'POST /payments'],
]

function nameOf(method: string, pathname: string): string {
  const route = `${method} ${pathname.replace('/simulator', '')}`
  const elsewhere = ELSEWHERE.find(([pattern]) => pattern.test(route))?.[1]
  return elsewhere ?? route.replaceAll(/\/(pay|re)_\w+/g, '/$1')
}

/** A receiver's response to a delivery; an undefined `status` is a broken connection. */
export interface Receiving {
  status: number | undefined
  /** Whether the whole body arrives. */
  arrives: boolean
  /** The receiver responded, and the response is lost. */
  answerIsLost: boolean
}

const REFUSED: Receiving = { status: undefined, arrives: false, answerIsLost: false }

/** The receivers of all merchants, which record a delivery before they respond. */
export function createReceivers(
  dice: Dice,
  { turn, die }: Scheduler,
  {
    received,
    merchantAt,
    isHealed,
    areDown,
    areGone,
  }: {
    received: ReceivedRow[]
    merchantAt: (url: string) => string
    isHealed: () => boolean
    areDown: () => boolean
    areGone: () => boolean
  },
): Sender {
  function choose(): Receiving {
    if (areDown()) return REFUSED
    if (areGone()) return { status: 410, arrives: true, answerIsLost: false }
    if (isHealed() || dice.chance(0.6)) return { status: 204, arrives: true, answerIsLost: false }
    return dice.weigh<Receiving>([
      [4, { status: 500, arrives: true, answerIsLost: false }],
      [2, { status: 302, arrives: true, answerIsLost: false }],
      [1, { status: 429, arrives: true, answerIsLost: false }],
      [1, { status: 410, arrives: true, answerIsLost: false }],
      [3, REFUSED],
      [2, { status: undefined, arrives: true, answerIsLost: false }],
      [3, { status: 204, arrives: true, answerIsLost: true }],
    ])
  }

  return {
    async post({ url, headers, body }): Promise<SendResult> {
      const { status, arrives, answerIsLost } = choose()
      const fate = await turn('receiver', answerIsLost ? 'answer lost' : String(status))
      if (fate === 'lost before') return { error: 'connection_refused', durationMs: 1 }
      if (arrives)
        received.push({
          merchantId: merchantAt(url),
          eventId: headers['webhook-id'] ?? '',
          body,
          answered: status ?? null,
        })
      if (fate === 'dies after') return die()
      if (status === undefined || answerIsLost || fate === 'lost after')
        return { error: 'connection_closed', durationMs: 1 }
      return { statusCode: status, durationMs: 1, ...(status === 429 && { retryAfter: '7' }) }
    },
    close: async () => {},
  }
}
