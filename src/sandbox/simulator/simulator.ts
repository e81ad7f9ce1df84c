import type { Pool } from 'pg'
import type { RandomBytes } from '../../domain/id.ts'
import type { CardKey } from './card-key.ts'

/** What every part of the simulator works with. */
export interface Simulator {
  pool: Pool
  /** What time it is for a merchant; of nobody in particular: in reality. */
  clockOf: (merchantId: string | null) => Date
  random: RandomBytes
  cardKey: CardKey
  /** Where the shopper's browser reaches the challenge page, up to and with `/simulator`. */
  publicUrl: string
}
