import { insertBareSession, insertTestEvent } from '../../testing/notification-records.ts'
import { statement, type Database } from '#server/database/engine/database.ts'
import type { Endpoint } from './stage.ts'

export const EVENTS_OF_SESSION = 5

const CALLBACK = statement(
  'campaign: callback',
  'select callback_url as "callbackUrl", callback_disabled_at is not null as "isHeld" from merchants where id = $1',
)

/** Writes events of one session of a merchant, as the service does; resolves to their ids. */
export async function feedSession(
  database: Database,
  { merchant }: Endpoint,
  { count, clock, reference }: { count: number; clock: () => Date; reference: string },
): Promise<string[]> {
  const sessionId = await insertBareSession(database, merchant.id, clock())
  const ids: string[] = []
  for (let sequence = 1; sequence <= count; sequence++) {
    const [callback] = await database.query<{ callbackUrl: string; isHeld: boolean }>(CALLBACK, [
      merchant.id,
    ])
    if (callback === undefined) throw new Error('the merchant is gone')
    const event = { merchantId: merchant.id, sessionId, sequence, reference, createdAt: clock() }
    ids.push((await insertTestEvent(database, { ...event, ...callback })).id)
  }
  return ids
}
