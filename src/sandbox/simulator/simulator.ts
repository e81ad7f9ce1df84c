import type { Pool } from 'pg'
import type { RandomBytes } from '#domain/id.ts'
import type { CardKey } from './card-key.ts'

/** The dependencies of the simulator's parts. */
export interface Simulator {
  pool: Pool
  /** The current time of a merchant; `null`: real time. */
  clockOf: (merchantId: string | null) => Date
  random: RandomBytes
  cardKey: CardKey
  /** The public base URL of the challenge page, up to and with `/simulator`. */
  publicUrl: string
  /** For how many days a held card can be captured. */
  captureWithinDays: number
}
