import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** Two processes, each of which listens to the channel of sessions and to that of deliveries. */
const LISTENERS = 4
const POLL_MS = 200
const ANSWER_WITHIN_MS = 4000
const GIVEN_UP_AFTER_MS = 90_000
/** A new connection's last statement is LISTEN, until its first heartbeat. */
const COUNT = `select count(*)::int as count from pg_stat_activity
  where application_name = 'hosted-checkout' and query like 'listen %'`

/** Milliseconds from `fromMs` until every LISTEN of the product is at the server; null when it does not come. */
export async function untilListening(url: string, fromMs: number): Promise<number | null> {
  while (performance.now() - fromMs < GIVEN_UP_AFTER_MS) {
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const isThere = async () =>
        ((await client.query<{ count: number }>(COUNT)).rows[0]?.count ?? 0) >= LISTENERS
      while (performance.now() - fromMs < GIVEN_UP_AFTER_MS) {
        if (await isThere()) return Math.round(performance.now() - fromMs)
        await sleep(POLL_MS)
      }
    } catch {
      await sleep(POLL_MS)
    } finally {
      void client.end().catch(() => undefined)
    }
  }
  return null
}
