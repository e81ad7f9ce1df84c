import type { Queryable } from '#server/database/engine/database.ts'
import { readMerchantOfSession } from '#server/database/sessions/sessions.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'

/** The id of the merchant whose session this is. Throws a `CommandFailure` without such a session. */
export async function merchantOfSession(database: Queryable, sessionId: string): Promise<string> {
  const merchantId = await readMerchantOfSession(database, sessionId)
  if (merchantId === undefined) throw new CommandFailure(`There is no session ${sessionId}.`)
  return merchantId
}
