import { readNextDue } from '../../server/database/next-due.ts'
import type { ContextWithTime } from './merchant-time.ts'

/** The first moment after another at which something of a merchant is due, here or at the simulated processor. */
export async function nextDue(
  { database, time }: ContextWithTime,
  merchantId: string,
  after: Date,
): Promise<Date | undefined> {
  const [here, there] = await Promise.all([
    readNextDue(database, merchantId, after),
    time.simulator?.nextDue(merchantId, after),
  ])
  if (here === undefined || there === undefined) return here ?? there
  return here < there ? here : there
}
