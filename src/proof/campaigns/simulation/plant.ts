import type { RandomBytes } from '../../../domain/id.ts'
import type { Processor } from '../../../server/processors/processor.ts'
import type { Sender } from '../../../server/outgoing/send-webhook.ts'
import type { Database } from '../../../server/database/database.ts'
import type { InvariantName } from '../../oracle/violation.ts'
import type { Dice } from '../shared/dice.ts'
import type { Scene } from './rare-scenes.ts'
import type { Faults, Scheduler } from './scheduler.ts'
import type { Stage } from './stage.ts'

/** A fault of the product, put in from outside: collaborators that do wrong, and a schema that lacks a guard. */
export interface Plant {
  name: string
  /** Which promises it breaks: the campaign must find one of them broken. */
  breaks: readonly InvariantName[]
  /** Takes guards out of the database. */
  sql: readonly string[]
  database(database: Database, scheduler: Scheduler): Database
  processor(processor: Processor, random: RandomBytes): Processor
  sender(sender: Sender): Sender
  /** Work that somebody wrongly does beside the workers. */
  work(stage: Stage): Promise<unknown>
  /** Of its schedules, where chance alone would seldom come by: how each session begins, and what breaks. */
  focus?: { begin: Scene; faults: (dice: Dice) => Faults }
}

/** The product as it is. */
export const SOUND: Plant = {
  name: 'nothing',
  breaks: [],
  sql: [],
  database: (database) => database,
  processor: (processor) => processor,
  sender: (sender) => sender,
  work: async () => undefined,
}
