import type { Client } from 'pg'

/** What makes up a schema: for each kind the objects of one schema, each as a line of JSON. `$1` is the schema. */
const KINDS: Readonly<Record<string, string>> = {
  'tables, sequences and views': `select c.relname, c.relkind, c.relpersistence, c.reloptions, c.relrowsecurity,
      c.relforcerowsecurity, c.relreplident, c.relispartition, c.relacl, a.amname, c.reltablespace,
      pg_get_userbyid(c.relowner) as owner, case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end as view,
      (select array_agg(inhparent::regclass) from pg_inherits where inhrelid = c.oid) as parents
    from pg_class c left join pg_am a on a.oid = c.relam where c.relnamespace = $1::regnamespace and c.relkind <> 'i'`,
  columns: `select c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod) as type, l.collname, a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity, a.attgenerated, a.attstorage, a.attcompression,
      a.attstattarget, a.attoptions, a.attacl, a.attisdropped
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_collation l on l.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = $1::regnamespace and a.attnum > 0`,
  constraints: `select conrelid::regclass, conname, contype, pg_get_constraintdef(oid) as definition, condeferrable,
      condeferred, convalidated, conislocal, connoinherit, conindid::regclass
    from pg_constraint where connamespace = $1::regnamespace`,
  indexes: `select i.indrelid::regclass, c.relname, pg_get_indexdef(i.indexrelid) as definition, i.indisunique,
      i.indisprimary, i.indimmediate, i.indisvalid, i.indisready, i.indislive, i.indisclustered, i.indisreplident,
      i.indnullsnotdistinct, c.reloptions,
      (select array_agg(l.collname order by o.n) from unnest(i.indcollation::oid[]) with ordinality o (oid, n)
       left join pg_collation l on l.oid = o.oid) as collations,
      (select array_agg(p.opcname order by o.n) from unnest(i.indclass::oid[]) with ordinality o (oid, n)
       join pg_opclass p on p.oid = o.oid) as classes
    from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = $1::regnamespace`,
  triggers: `select t.tgrelid::regclass, case when t.tgisinternal then regexp_replace(t.tgname, '\\d+', '') else t.tgname end as name, t.tgenabled, t.tgisinternal, t.tgtype, p.proname,
      case when t.tgisinternal then null else pg_get_triggerdef(t.oid) end as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where c.relnamespace = $1::regnamespace`,
  functions: `select p.oid::regprocedure as name, pg_get_functiondef(p.oid) as definition, p.proacl, p.procost, p.prorows,
      pg_get_userbyid(p.proowner) as owner
    from pg_proc p where p.pronamespace = $1::regnamespace`,
  sequences: `select s.seqrelid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, s.seqmin, s.seqcache,
      s.seqcycle, d.deptype, d.refobjid::regclass as owner, d.refobjsubid
    from pg_sequence s join pg_class c on c.oid = s.seqrelid
    left join pg_depend d on d.objid = s.seqrelid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      and d.refclassid = 'pg_class'::regclass
    where c.relnamespace = $1::regnamespace`,
  'types, row types included': `select t.typname, t.typtype, t.typcategory, t.typnotnull, t.typdefault, t.typacl,
      t.typrelid::regclass, format_type(t.typelem, null) as element,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid) as labels
    from pg_type t where t.typnamespace = $1::regnamespace`,
  'rules and policies': `select c.relname, r.rulename as name, pg_get_ruledef(r.oid) as definition
    from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace = $1::regnamespace
    union all select c.relname, p.polname, concat(p.polcmd, pg_get_expr(p.polqual, p.polrelid))
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = $1::regnamespace`,
  'statistics objects': `select stxname, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext
    where stxnamespace = $1::regnamespace`,
  comments: `select classoid::regclass, objsubid, description, objoid::regclass from pg_description
    where classoid = 'pg_class'::regclass and (select relnamespace from pg_class where oid = objoid) = $1::regnamespace
    union all select classoid::regclass, objsubid, description, null from pg_description
    where classoid in ('pg_constraint'::regclass, 'pg_trigger'::regclass) or objoid = $1::regnamespace or (classoid =
      'pg_proc'::regclass and (select pronamespace from pg_proc where oid = objoid) = $1::regnamespace)`,
  'privileges of schema and defaults': `select nspname as name, nspacl::text as acl from pg_namespace
    where oid = $1::regnamespace union all select defaclobjtype::text, defaclacl::text from pg_default_acl
    where defaclnamespace = $1::regnamespace or defaclnamespace = 0`,
  'extensions, publications and event triggers': `select extname, extversion from pg_extension
    union all select pubname, null from pg_publication union all select evtname, evtevent from pg_event_trigger
    where $1::regnamespace is not null`,
  'settings of database and roles': `select setrole, setconfig from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database()) and $1::regnamespace is not null`,
}

/** The objects of a schema by kind, sorted. `rows` are those of all tables but the records of migrations. */
export async function readCatalog(
  client: Client,
  schema: string,
): Promise<Record<string, string[]>> {
  const catalog: Record<string, string[]> = {}
  for (const [kind, text] of Object.entries(KINDS))
    catalog[kind] = await lines(client, text, schema)
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname not in ('schema_migrations', 'migrations')
     order by 1`,
    [schema],
  )
  catalog['rows'] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(
      `select to_jsonb(t)::text as line from ${name} t order by 1`,
    )
    catalog['rows'].push(...rows.map(({ line }) => `${name} ${line}`))
  }
  return catalog
}

async function lines(client: Client, text: string, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select to_jsonb(object)::text as line from (${text}) object order by to_jsonb(object)::text collate "C"`,
    [schema],
  )
  return rows.map(({ line }) => line)
}
