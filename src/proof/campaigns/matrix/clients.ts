import { press } from '../simulation/actions.ts'
import { ask, type Asked } from '../simulation/client.ts'
import { settle } from '../simulation/settle.ts'
import type { Shopping } from '../simulation/shopping.ts'
import type { Stage } from '../simulation/stage.ts'

/** What a shopper does without a response. */
export interface ShopperKind {
  name: string
  /** Retries until there is a response. */
  tryAgain: (stage: Stage, shopping: Shopping, first: Asked) => Promise<void>
  /** Whether the shopper waits for the result. */
  stays: boolean
}

export const SHOPPERS: readonly ShopperKind[] = [
  { name: 'gives up', tryAgain: async () => undefined, stays: false },
  {
    name: 'tries again with the same key',
    tryAgain: (stage, shopping, first) => insist(stage, first),
    stays: true,
  },
  {
    name: 'tries in a second tab',
    async tryAgain(stage, shopping, first) {
      const second = shopping.asked[1] ?? press(stage, shopping, JSON.parse(first.body) as object)
      await insist(stage, second)
    },
    stays: true,
  },
]

async function insist(stage: Stage, asked: Asked): Promise<void> {
  const isAnswered = stage.witnesses.exchanges.some(
    ({ route, key, status }) =>
      key === asked.key && route === `${asked.method} ${asked.path}` && status === 200,
  )
  if (!isAnswered) await settle(stage, [ask(stage, asked)])
}
