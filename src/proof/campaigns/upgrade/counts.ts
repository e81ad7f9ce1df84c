import type { Pool } from 'pg'

/** The number of rows by kind, for kinds that both releases have. */
export type Counts = Record<string, number>

const READ = `select 'sessions' as what, count(*)::int as count from sessions
  union all select method || ' ' || status, count(*)::int from payments group by 1
  union all select 'refunds ' || status, count(*)::int from refunds group by 1
  union all select 'events', count(*)::int from events
  union all select 'deliveries ' || status, count(*)::int from deliveries group by 1
  union all select 'API keys', count(*)::int from api_keys
  union all select 'webhook secrets', count(*)::int from webhook_secrets
  union all select 'audit log', count(*)::int from audit_log`

export async function readCounts(observer: Pool): Promise<Counts> {
  const { rows } = await observer.query<{ what: string; count: number }>(READ)
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
}
