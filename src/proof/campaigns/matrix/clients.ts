import { paymentRequest } from '../simulation/actions.ts'
import { ask, type Asked } from '../simulation/client.ts'
import { settle } from '../simulation/settle.ts'
import type { Purchase } from '../simulation/purchase.ts'
import type { Stage } from '../simulation/stage.ts'

/** What a shopper does without a response. */
export interface ShopperKind {
  name: string
  /** Retries until there is a response. `body` is that of the first request, without an envelope. */
  retry: (stage: Stage, purchase: Purchase, first: Asked, body: object) => Promise<void>
  /** Whether the shopper waits for the result. */
  stays: boolean
}

export const SHOPPERS: readonly ShopperKind[] = [
  { name: 'gives up', retry: async () => undefined, stays: false },
  {
    name: 'tries again with the same key',
    retry: (stage, purchase, first) => retryIfUnanswered(stage, first),
    stays: true,
  },
  {
    name: 'tries in a second tab',
    async retry(stage, purchase, _first, body) {
      const second = purchase.asked[1] ?? paymentRequest(stage, purchase, body)
      await retryIfUnanswered(stage, second)
    },
    stays: true,
  },
]

async function retryIfUnanswered(stage: Stage, asked: Asked): Promise<void> {
  const isAnswered = stage.witnesses.exchanges.some(
    ({ route, key, status }) =>
      key === asked.key && route === `${asked.method} ${asked.path}` && status === 200,
  )
  if (!isAnswered) await settle(stage, [ask(stage, asked)])
}
