import type { RandomBytes } from '#domain/id.ts'
import type { ServiceContext } from '#server/service/context.ts'
import type { Processor } from '#server/processors/processor.ts'
import type { Timer } from '#server/processors/time-out-calls.ts'
import type { Sender } from '#server/outgoing/send-webhook.ts'
import type { Database } from '#server/database/engine/database.ts'
import type { InvariantName } from '../../oracle/violation.ts'
import type { Unkindness } from '../scripted/unkindness.ts'
import type { Dice } from '../shared/dice.ts'
import type { Scene } from './rare-scenes.ts'
import type { Faults, Scheduler } from './scheduler.ts'
import type { Stage } from './stage.ts'

type Receive = (request: Request) => Promise<Response>

/** A fault planted from outside: faulty collaborators, and a schema without one of its guards. */
export interface Plant {
  name: string
  /** Invariants that it breaks: the campaign must see one of them violated. */
  breaks: readonly InvariantName[]
  /** Removes guards from the database. */
  sql: readonly string[]
  database(database: Database, scheduler: Scheduler): Database
  processor(processor: Processor, random: RandomBytes): Processor
  sender(sender: Sender): Sender
  /** The timer of the product's own time-outs. */
  timer(timer: Timer): Timer
  /** Changes requests before the API sees them, so that it accepts what it should refuse. */
  request(request: Request, context: ServiceContext): Promise<Request>
  /** The receiver of the processor's notifications. */
  notifications(receive: Receive, context: ServiceContext): Receive
  /** Replaces members of the composed service. */
  context(context: ServiceContext): ServiceContext
  /** Faulty work that runs beside the workers. */
  work(stage: Stage): Promise<unknown>
  /** For faults that chance would seldom reach: how each session begins, and which faults occur. */
  focus?: { begin: Scene; faults: (dice: Dice) => Faults }
  /** For faults that only the scripted processor shows: what it may do. */
  unkindnesses?: readonly Unkindness[]
  /** For faults that only the bank of API Pix shows: its bad days. */
  badDays?: readonly string[]
  adyenDays?: readonly string[]
}

/** The product without a plant. */
export const SOUND: Plant = {
  name: 'nothing',
  breaks: [],
  sql: [],
  database: (database) => database,
  processor: (processor) => processor,
  sender: (sender) => sender,
  timer: (timer) => timer,
  request: async (request) => request,
  notifications: (receive) => receive,
  context: (context) => context,
  work: async () => undefined,
}
