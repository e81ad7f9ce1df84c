import type { RandomBytes } from '../../domain/id.ts'
import type { Database } from '../../store/database.ts'
import type { MasterKeys } from '../master-keys.ts'

/** What the operator's commands work with; a server's context has it all. */
export interface OperatorContext {
  database: Database
  keys: MasterKeys
  clock: () => Date
  random: RandomBytes
}
