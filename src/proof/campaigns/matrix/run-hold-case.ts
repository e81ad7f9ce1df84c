import type { Intent } from '#domain/hold.ts'
import { judge } from '../../oracle/judge.ts'
import { takeTurn } from '../simulation/background.ts'
import { ask } from '../simulation/client.ts'
import { comeToRest, TURNS } from '../simulation/come-to-rest.ts'
import { openStage } from '../simulation/open-stage.ts'
import {
  create,
  heldPurchase,
  merchantCall,
  planPurchase,
  type Purchase,
} from '../simulation/purchase.ts'
import { payByCard } from '../simulation/rare-scenes.ts'
import { settle } from '../simulation/settle.ts'
import { stageBooks } from '../simulation/stage-books.ts'
import type { Stage } from '../simulation/stage.ts'
import { withTrackedCrypto } from '../simulation/track-crypto.ts'
import type { World } from '../simulation/world.ts'
import type { Break } from './points.ts'
import type { CaseResult } from './run-case.ts'
import { createScript } from './script.ts'

/** Where a process crashes around the capture or release of a hold. */
interface HoldPoint {
  name: string
  what: string
  break: Pick<Break, 'kind' | 'fate'>
}

/** Around each intent: before and after its commit, and before and after its answer is booked. */
export const HOLD_POINTS: readonly HoldPoint[] = [
  {
    name: 'HP1',
    what: 'before the intent is committed',
    break: { kind: 'commit', fate: 'dies before' },
  },
  {
    name: 'HP2',
    what: 'the intent is committed, the processor not called',
    break: { kind: 'processor', fate: 'dies before' },
  },
  {
    name: 'HP3',
    what: 'the processor is called, and has not answered',
    break: { kind: 'processor', fate: 'dies meanwhile' },
  },
  {
    name: 'HP4',
    what: 'the processor has answered, nothing is booked',
    break: { kind: 'processor', fate: 'dies after' },
  },
  {
    name: 'HP5',
    what: 'the answer is booked, the response lost',
    break: { kind: 'response', fate: 'dies before' },
  },
]

/** What the merchant does without an answer. */
export const MERCHANTS = [
  'gives up',
  'asks again with the same key',
  'asks for the opposite',
] as const

export interface HoldCase {
  point: HoldPoint
  intent: Intent
  /** Of the simulator: how the hold's capture or release goes. */
  payer: string
  merchant: (typeof MERCHANTS)[number]
}

const PAYERS = {
  capture: ['maria', 'capture_fails', 'capture_silent'],
  void: ['maria', 'void_silent'],
}
const INTENTS: readonly Intent[] = ['capture', 'void']
const OPPOSITE = { capture: 'void', void: 'capture' } as const
const PART = { amount: 1 }
const TRIES = 3
const PATIENCE_MS = 31_000
const NUMBER = 2000

export const HOLD_CASES: readonly HoldCase[] = HOLD_POINTS.flatMap((point) =>
  INTENTS.flatMap((intent) =>
    PAYERS[intent].flatMap((payer) =>
      MERCHANTS.map((merchant) => ({ point, intent, payer, merchant })),
    ),
  ),
)

export function nameOfHoldCase({ point, intent, payer, merchant }: HoldCase): string {
  return `${point.name}, ${intent}, ${payer}, ${merchant}`
}

/** Crashes a process at the point of a capture or release, lets everything come to rest, and asks the oracle. */
export function runHoldCase(
  world: World,
  given: HoldCase,
  seed: number,
): Promise<Pick<CaseResult, 'reached' | 'violations'>> {
  return withTrackedCrypto(world.activity, () => play(world, given, seed))
}

async function play(world: World, { point, intent, payer, merchant }: HoldCase, seed: number) {
  const label = `POST /v1/sessions/cs/${intent}`
  const script = createScript([{ ...point.break, label }])
  const stage = await openStage(world, seed, { faults: script.faults, receiversAreWell: true })
  const held = heldPurchase(stage, planPurchase(stage, [], 'maria'), { number: NUMBER, payer })
  await settle(stage, [create(stage, held)])
  await payByCard(stage, held, 'approved')
  await askFor(stage, held, intent)
  stage.restart()
  for (let tries = 0; tries < TRIES; tries++) {
    if (merchant === 'asks again with the same key') await askFor(stage, held, intent)
    if (merchant === 'asks for the opposite') await askFor(stage, held, OPPOSITE[intent])
    for (const name of TURNS) await settle(stage, [takeTurn(stage, name)])
    stage.clock.advance(PATIENCE_MS)
  }
  const reached = script.isOver()
  await comeToRest(stage, [held])
  return { reached, violations: judge(await stageBooks(stage)) }
}

/** With one key each, so that a repetition is one. */
async function askFor(stage: Stage, held: Purchase, intent: Intent): Promise<void> {
  const asked = merchantCall(held, `/${intent}`, intent === 'capture' ? PART : {}, intent)
  await settle(stage, [ask(stage, asked)])
}
