import { readNextDue } from '../database/next-due.ts'
import type { SandboxContext } from '../sandbox-context.ts'

/** The first moment after another at which something of a merchant is due, here or at the simulated processor. */
export async function nextDue(
  { database, sandbox }: SandboxContext,
  merchantId: string,
  after: Date,
): Promise<Date | undefined> {
  const [here, there] = await Promise.all([
    readNextDue(database, merchantId, after),
    sandbox.simulator?.nextDue(merchantId, after),
  ])
  if (here === undefined || there === undefined) return here ?? there
  return here < there ? here : there
}
