import { readNextDue } from '../database/next-due.ts'
import type { SandboxContext } from '../sandbox-context.ts'

/** The next time after `after` at which work of a merchant is due, in the service or in the simulated processor. */
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
