import type { Client } from 'pg'
import { COPIED_TABLES } from './copied-tables.ts'
import type { Templates } from './make-templates.ts'
import { columnsOf, isText, type Column } from './prepare-copying.ts'

export interface FillPlan {
  sessions: number
  merchants: number
  days: number
  /** For PostgreSQL's `setseed`, from -1 to 1; the same seed draws the same sessions. */
  seed?: number
}

const BATCH = 20_000
const DAY_MS = 86_400_000
/** Longer than any template's life, 72 hours of delivery attempts included. */
const LIFE_MS = 16 * DAY_MS
const RECENT_MS = 30 * 60_000
/** Only the newest sessions keep their idempotency keys, as if the older keys had been pruned. */
const KEYS_KEPT_SHARE = 0.1

const MERCHANTS = `
  create temporary table filled_merchants as
    select n as rank, (lpad(to_hex((random() * 4294967295)::bigint), 8, '0') || '-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id
    from generate_series(1, $COUNT) n;
  create unique index on filled_merchants (rank);
  analyze filled_merchants`

/** Draws copies of the templates, oldest first, as a table fills over time. The sizes of merchants are log-uniform. */
const MAKE = `
  insert into made
  select n, t.template, m.id, at, t.started_at, (
    select array_agg(case p.kind
      when 'id' then pg_temp.fill_id(p.prefix, at + p.delay)
      when 'merchant' then m.id::text
      when 'callback' then 'https://store.example/webhooks/' || m.rank
      when 'email' then 'shopper-' || $7::text || n || '@example.com'
      else p.prefix || $7::text || n end order by p.place)
    from parts p where p.template = t.template
  )
  from (
    select n, $3::timestamptz + ($4::timestamptz - $3) * ((n - $1 + random()) / ($2 - $1)) as at,
      ($5::int[])[1 + floor(random() * cardinality($5))] as template, floor(power($6::float8, random()))::int as rank
    from generate_series($1::bigint, $2::bigint - 1) n
  ) drawn
  join templates t using (template) join filled_merchants m using (rank)`

/** Copies the prepared templates; `onProgress` gets the number of sessions so far. */
export async function copySessions(
  client: Client,
  made: Templates,
  plan: FillPlan,
  onProgress: (sessions: number) => void,
): Promise<void> {
  const { sessions, merchants, days } = plan
  await client.query(MERCHANTS.replace('$COUNT', String(merchants)))
  await client.query(await merchantStatement(client), [made.merchantId])
  await client.query(`select setval('filled_audit', (select max(sequence) from audit_log))`)
  const statements = await copyStatements(client, plan)
  const mark = `${Date.now().toString(36)}-`
  const now = Date.now()
  const recent = Math.ceil((sessions * drawsOf(made, true).length) / drawsOf(made).length)
  const beginsAt = (n: number) => now - LIFE_MS - days * DAY_MS * (1 - n / (sessions - recent))

  async function copyBatch(start: number, end: number, isRecent: boolean): Promise<void> {
    await client.query('truncate made')
    const [from, to] = isRecent ? [now - RECENT_MS, now] : [beginsAt(start), beginsAt(end)]
    const draws = drawsOf(made, isRecent)
    const values = [start, end, new Date(from), new Date(to), draws, merchants, mark]
    await client.query(MAKE, values)
    await client.query('analyze made')
    for (const statement of statements) await client.query(statement)
    onProgress(end)
  }

  for (let start = 0; start < sessions - recent; start += BATCH)
    await copyBatch(start, Math.min(sessions - recent, start + BATCH), false)
  await copyBatch(sessions - recent, sessions, true)
  await client.query(MOVE_AUDIT_HEAD)
}

/** The index of each template, repeated as often as its weight says. */
function drawsOf({ templates }: Templates, isRecent?: boolean): number[] {
  return templates.flatMap((template, index) =>
    isRecent === undefined || template.isRecent === isRecent
      ? Array.from({ length: template.weight }, () => index)
      : [],
  )
}

async function merchantStatement(client: Client): Promise<string> {
  const columns = await columnsOf(client, 'merchants')
  const own: Record<string, string> = {
    id: 'm.id',
    name: `'Loja ' || m.rank`,
    callback_url: `'https://store.example/webhooks/' || m.rank`,
  }
  const values = columns.map(({ name }) => own[name] ?? `t.${name}`)
  return `insert into merchants (${columns.map(({ name }) => name).join(', ')})
    select ${values.join(', ')} from merchants t, filled_merchants m where t.id = $1`
}

async function copyStatements(client: Client, { sessions }: FillPlan): Promise<string[]> {
  const statements: string[] = []
  for (const table of Object.keys(COPIED_TABLES)) {
    const columns = await columnsOf(client, table)
    const names = columns.map(({ name }) => name).join(', ')
    const values = columns.map((column) => valueOf(table, column)).join(', ')
    const oldest = table === 'idempotency_keys' ? sessions * (1 - KEYS_KEPT_SHARE) : 0
    statements.push(`insert into ${table} (${names})
      select ${values} from made m join shape_${table} t using (template) where m.n >= ${oldest}`)
  }
  return statements
}

function valueOf(table: string, column: Column): string {
  const { name, type } = column
  if (isText(column)) return `format(t.${name}, variadic m.parts)::${type}`
  if (type === 'timestamp with time zone') return `m.at + (t.${name} - m.started_at)`
  if (name === 'merchant_id') return 'm.merchant_id'
  if (name === 'reference_hash') return `sha256(convert_to(m.parts[1], 'UTF8'))`
  if (table === 'audit_log' && name === 'sequence') return `nextval('filled_audit')`
  return `t.${name}`
}

/** The copied rows are not sealed, so `checkout audit verify` fails; rows can be appended after them. */
const MOVE_AUDIT_HEAD = `
  alter table audit_head disable trigger audit_head_moves_on;
  update audit_head set sequence = (select max(sequence) from audit_log);
  alter table audit_head enable always trigger audit_head_moves_on`
