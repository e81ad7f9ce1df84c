import type { RandomBytes } from '../../../domain/id.ts'
import type { Processor } from '../../../server/processors/processor.ts'
import type { Sender } from '../../../server/outgoing/send-webhook.ts'
import type { Database } from '../../../server/database/database.ts'
import type { InvariantName } from '../../oracle/violation.ts'
import type { Dice } from '../shared/dice.ts'
import type { Scene } from './rare-scenes.ts'
import type { Faults, Scheduler } from './scheduler.ts'
import type { Stage } from './stage.ts'

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
  /** Wrong work beside the workers. */
  work(stage: Stage): Promise<unknown>
  /** For faults that chance would seldom reach: how each session begins, and which faults occur. */
  focus?: { begin: Scene; faults: (dice: Dice) => Faults }
}

/** The product without a plant. */
export const SOUND: Plant = {
  name: 'nothing',
  breaks: [],
  sql: [],
  database: (database) => database,
  processor: (processor) => processor,
  sender: (sender) => sender,
  work: async () => undefined,
}
