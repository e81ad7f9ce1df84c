import type { ServiceContext } from '#server/service/context.ts'
import type { DeliveryContext } from '#server/service/events/deliveries/deliver.ts'
import type { CaptureCallRow, Witnesses } from '../../oracle/books.ts'
import type { TestClock } from '../../testing/test-clock.ts'
import type { Break } from '../matrix/points.ts'
import type { Dice } from '../shared/dice.ts'
import type { Network } from './network.ts'
import type { StageMerchant } from './open-merchants.ts'
import type { Scheduler } from './scheduler.ts'
import type { Watched } from './watch-asking.ts'
import { API_URL, type World } from './world.ts'

/** The product in one schedule: its own code over real PostgreSQL, with every collaborator driven by the dice. */
export interface Stage {
  dice: Dice
  scheduler: Scheduler
  clock: TestClock
  context: ServiceContext
  deliveries: DeliveryContext
  /** Faulty work that a plant runs beside the workers. */
  plantWork(): Promise<unknown>
  world: World
  network: Network
  watched: Watched
  /** Requests to capture so far. */
  captureCalls: () => CaptureCallRow[]
  merchants: StageMerchant[]
  checkoutKey: string
  witnesses: Witnesses
  fetch: (request: Request) => Promise<Response>
  /** Requests to the processor that are still on their way. */
  late: (() => Promise<unknown>)[]
  /** Whether all receivers are unreachable, or all respond 410 Gone. */
  receivers: { areDown: boolean; areGone: boolean }
  /** From now on exactly these faults occur, in this order; random ones return after the last. */
  follow(breaks: readonly Break[]): void
  /** Replaces a crashed process: its memory is lost. */
  restart(): void
  heal(): void
}

export function request(method: string, path: string, init: RequestInit = {}): Request {
  return new Request(API_URL + path, { ...init, method })
}
