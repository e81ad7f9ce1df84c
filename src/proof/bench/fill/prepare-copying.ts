import type { Client } from 'pg'
import { COPIED_TABLES } from './copied-tables.ts'
import type { Templates } from './make-templates.ts'
import { EMAIL, ORDER } from './templates.ts'

/**
 * `fill_id` makes an id from a time, as `domain/id.ts` does: the upper ten digits hold the time, the lower twelve are
 * random. `fill_shape` turns a text into a format for SQL's `format`: a placeholder stands for each part that differs between
 * copies.
 */
const FUNCTIONS = `
  create function pg_temp.fill_digits(value bigint, count int) returns text language plpgsql as $$
  declare digits text := '';
  begin
    for place in 1 .. count loop
      digits := substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 1 + (value % 62)::int, 1) || digits;
      value := value / 62;
    end loop;
    return digits;
  end $$;
  create function pg_temp.fill_id(prefix text, at timestamptz) returns text language sql as $$
    select prefix
      || pg_temp.fill_digits((ceil(floor(extract(epoch from at) * 1000) * 1208925819614629174706176 / 3226266762397899821056)
        + floor(random() * 370))::bigint, 10)
      || pg_temp.fill_digits((random() * 56800235583)::bigint, 6)
      || pg_temp.fill_digits((random() * 56800235583)::bigint, 6)
  $$;
  create function pg_temp.fill_shape(value text, parts text[]) returns text language plpgsql as $$
  begin
    value := replace(value, '%', '%%');
    for place in 1 .. cardinality(parts) loop
      value := replace(value, parts[place], '%' || place || '$s');
    end loop;
    return value;
  end $$;`

const TABLES = `
  create temporary table templates (template int, session_id text, started_at timestamptz, parts text[]);
  create temporary table parts (template int, place int, kind text, prefix text, delay interval);
  create temporary table made (
    n bigint, template int, merchant_id uuid, at timestamptz, started_at timestamptz, parts text[]
  );
  create temporary sequence filled_audit;`

/** The texts in a template's rows that get a new value in each copy. */
const PARTS = `
  select session.created_at as started_at, part.* from sessions session cross join lateral (
    select id as text, 'id' as kind, created_at as at from sessions where id = session.id
    union all select id, 'id', created_at from payments where session_id = session.id
    union all select id, 'id', created_at from refunds where session_id = session.id
    union all select id, 'id', created_at from disputes where session_id = session.id
    union all select processor_reference, 'number', null from disputes where session_id = session.id
    union all select id, 'id', created_at from events where session_id = session.id
    union all select d.id, 'id', d.created_at from deliveries d join events e on e.id = d.event_id
      where e.session_id = session.id
    union all select notification_id, 'number', null from processor_notifications n
      join payments p on p.id = n.payment_id where p.session_id = session.id
    union all select distinct on (r.value) r.value, 'number', null from payments p
      cross join jsonb_each_text(p.processor_references) r where p.session_id = session.id 
        and r.key in ('processorReference', 'txid', 'endToEndId')
  ) part where session.id = $1 order by part.kind, part.at, part.text`

interface Part {
  text: string
  kind: 'id' | 'number' | 'email' | 'merchant' | 'callback'
  at?: Date | null
  started_at?: Date
}

/** Turns the rows of the templates into formats, in temporary tables of the connection. */
export async function prepareCopying(client: Client, made: Templates): Promise<void> {
  await client.query(FUNCTIONS)
  await client.query(TABLES)
  for (const [template, { keyPrefix, sessionId }] of made.templates.entries()) {
    const { rows } = await client.query<Part>(PARTS, [sessionId])
    const parts: Part[] = [
      ...rows,
      { text: made.merchantId, kind: 'merchant' },
      { text: made.callbackUrl, kind: 'callback' },
      { text: ORDER, kind: 'number' },
      { text: EMAIL, kind: 'email' },
      { text: keyPrefix, kind: 'number' },
    ]
    await client.query('insert into templates values ($1, $2, $3, $4)', [
      template,
      sessionId,
      rows[0]?.started_at,
      parts.map(({ text }) => text),
    ])
    for (const [index, { text, kind, at, started_at }] of parts.entries())
      await client.query(
        'insert into parts values ($1, $2, $3, $4, $5::timestamptz - $6::timestamptz)',
        [template, index + 1, kind, prefixOf(text, kind), at ?? null, started_at ?? null],
      )
  }
  for (const [table, belongs] of Object.entries(COPIED_TABLES))
    await client.query(await shapeStatement(client, table, belongs))
  await client.query('analyze templates; analyze parts')
}

const PREFIX_LENGTH = 8

function prefixOf(text: string, kind: Part['kind']): string {
  if (kind === 'id') return text.slice(0, text.indexOf('_') + 1)
  return text === ORDER ? 'PEDIDO-' : `${text.slice(0, PREFIX_LENGTH)}-`
}

export interface Column {
  name: string
  type: string
}

/** The columns of a table that a copy writes: neither generated ones nor transaction ids. */
export async function columnsOf(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       and atttypid <> 'xid8'::regtype order by attnum`,
    [`public.${table}`],
  )
  return rows
}

export const isText = ({ type }: Column) => type === 'text' || type === 'jsonb'

async function shapeStatement(client: Client, table: string, belongs: string): Promise<string> {
  const columns = (await columnsOf(client, table)).map((column) =>
    isText(column)
      ? `pg_temp.fill_shape(t.${column.name}::text, s.parts) as ${column.name}`
      : `t.${column.name}`,
  )
  return `create temporary table shape_${table} as select s.template, ${columns.join(', ')}
    from (select template, session_id as id, parts from templates) s join ${table} t on ${belongs};
    analyze shape_${table}`
}
