import { judge } from '../../oracle/judge.ts'
import type { Violation } from '../../oracle/violation.ts'
import { sightingsOf, type Sighting } from '../coverage/sightings.ts'
import { comeBack, paymentsOf, paymentRequest, simulate } from '../simulation/actions.ts'
import { takeTurn } from '../simulation/background.ts'
import { ask } from '../simulation/client.ts'
import { comeToRest, TURNS } from '../simulation/come-to-rest.ts'
import { deliverLate, settle } from '../simulation/settle.ts'
import { cardBody, create, planPurchase, type Purchase } from '../simulation/purchase.ts'
import { stageBooks } from '../simulation/stage-books.ts'
import type { Stage } from '../simulation/stage.ts'
import { openStage, type Given } from '../simulation/open-stage.ts'
import { withTrackedCrypto } from '../simulation/track-crypto.ts'
import type { World } from '../simulation/world.ts'
import type { ShopperKind } from './clients.ts'
import { OPERATIONS } from './operators.ts'
import type { Outcome } from './outcomes.ts'
import type { Point } from './points.ts'
import { createScript } from './script.ts'

/** One cell of the matrix. */
export interface Case {
  point: Point
  outcome: Outcome
  shopper: ShopperKind
}

export interface CaseResult {
  /** Whether the process crashed at the point. */
  reached: boolean
  violations: Violation[]
  sightings: Sighting[]
  /** How the scripted processor was unkind to payments and refunds of the case. */
  unkindnesses: string[]
}

const TRIES = 3
const PATIENCE_MS = 31_000
const LATE_MS = 1_200_000
const EXPIRED_MS = 1_900_000
/** Long enough for the session to expire: the expiry reaches points that the session itself does not reach. */
const REST_ADVANCES_MS = [61_000, 1_800_000, 61_000, 61_000]

/** Crashes a process at the point, lets everything come to rest, and asks the oracle. The seed draws the rest. */
export function runCase(
  world: World,
  given: Case,
  seed: number,
  collaborators: Pick<Given, 'plant' | 'unkindnesses' | 'badDays' | 'adyenDays'> = {},
): Promise<CaseResult> {
  return withTrackedCrypto(world.activity, () => play(world, given, seed, collaborators))
}

async function play(
  world: World,
  { point, outcome, shopper }: Case,
  seed: number,
  collaborators: Pick<Given, 'plant' | 'unkindnesses' | 'badDays' | 'adyenDays'>,
): Promise<CaseResult> {
  const script = createScript(point.breaks)
  const { behaviour } = outcome
  const stage = await openStage(world, seed, {
    ...collaborators,
    faults: script.faults,
    receiversAreWell: true,
    ...(behaviour && { behaviour }),
  })
  const purchase = planPurchase(stage, [], 'maria')
  await settle(stage, [create(stage, purchase)])
  const body = bodyOf(stage, outcome, point)
  const first = paymentRequest(stage, purchase, body)
  await settle(stage, [ask(stage, first)])
  stage.restart()
  if (point.operation) await OPERATIONS[point.operation](stage)
  stage.restart()

  const arrivesAt = stage.dice.below(TRIES)
  const isLate = outcome.by === 'pix'
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries === arrivesAt || point.isDecidedLater) await deliverLate(stage)
    await shopper.retry(stage, purchase, first, body)
    const isNotified = !point.isNotifiedLate || script.isOver()
    if (isNotified && !isLate && (shopper.stays || point.isDecidedLater))
      await decide(stage, purchase, outcome)
    await takeTurns(stage, isNotified ? TURNS : TURNS.slice(1))
    stage.clock.advance(PATIENCE_MS)
  }
  if (isLate) await payLate(stage, purchase)
  for (const ms of REST_ADVANCES_MS) {
    if (script.isOver()) break
    await takeTurns(stage)
    stage.clock.advance(ms)
  }
  const reached = script.isOver()
  await comeToRest(stage, shopper.stays ? [purchase] : [])

  const books = await stageBooks(stage)
  const sightings = sightingsOf(books, stage.scheduler.steps)
  if (point.operation === 'migrate')
    sightings.push({ subject: 'crash point', name: point.name, times: 1 })
  return { reached, violations: judge(books), sightings, unkindnesses: stage.network.met() }
}

function bodyOf(stage: Stage, { by }: Outcome, { isDecidedLater }: Point): object {
  if (by === 'pix' || stage.network.second?.method === 'pix') return { method: 'pix' }
  return cardBody(stage, isDecidedLater && by !== 'challenged' ? 'processed' : by)
}

/** The networks decide what the processor left open. */
async function decide(stage: Stage, purchase: Purchase, { decision }: Outcome): Promise<void> {
  const last = (await paymentsOf(stage, purchase)).at(-1)
  if (last === undefined) return
  await settle(stage, [simulate(stage, last, decision)])
  if (stage.network.returnedOf?.(last) !== undefined)
    await settle(stage, [comeBack(stage, purchase)])
}

/** The shopper pays a Pix or boleto before or after the session ended; the processor notifies afterwards. */
async function payLate(stage: Stage, purchase: Purchase): Promise<void> {
  const isExpired = stage.dice.chance(0.5)
  stage.clock.advance(isExpired ? EXPIRED_MS : LATE_MS)
  if (isExpired) await settle(stage, [takeTurn(stage, 'expire')])
  const last = (await paymentsOf(stage, purchase)).at(-1)
  if (last === undefined) return
  if (isExpired) stage.witnesses.paidLate.push(last)
  await settle(stage, [simulate(stage, last, isExpired ? 'pay_late' : 'pay')])
  await takeTurns(stage)
}

async function takeTurns(stage: Stage, turns: readonly string[] = TURNS): Promise<void> {
  for (const name of turns) await settle(stage, [takeTurn(stage, name)])
}
