import type { Client } from 'pg'
import { errorMessage } from '../../error-message.ts'

const AVAILABLE = `select exists (select 1 from pg_available_extensions where name = 'amcheck') as available`
const RELATIONS = `select c.oid::int8::text as oid, c.oid::regclass::text as name, c.relkind = 'i' as "isIndex"
  from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_am a on a.oid = c.relam
  where c.relpersistence = 'p' and (c.relkind in ('r', 't', 'm') or (c.relkind = 'i' and a.amname = 'btree' and i.indisvalid))
  order by c.oid`
const FAULTS_MAX = 20

export interface Structure {
  relations: number
  /** PostgreSQL's messages; empty when all is well. */
  faults: string[]
}

/**
 * Reads every page of every table and index, which verifies its checksum, and compares indexes with their tables by
 * amcheck, installed only in a transaction that is rolled back.
 */
export async function checkStructure(copy: Client): Promise<Structure> {
  const { rows: known } = await copy.query<{ available: boolean }>(AVAILABLE)
  if (known[0]?.available !== true)
    return { relations: 0, faults: ['The extension amcheck is not installed on this machine.'] }
  const faults: string[] = []
  await copy.query('begin')
  try {
    await copy.query('create extension if not exists amcheck')
    const { rows } = await copy.query<{ oid: string; name: string; isIndex: boolean }>(RELATIONS)
    for (const { oid, name, isIndex } of rows) {
      if (faults.length >= FAULTS_MAX) break
      faults.push(...(await checkRelation(copy, oid, name, isIndex)))
    }
    return { relations: rows.length, faults }
  } finally {
    await copy.query('rollback')
  }
}

async function checkRelation(
  copy: Client,
  oid: string,
  name: string,
  isIndex: boolean,
): Promise<string[]> {
  await copy.query('savepoint relation')
  try {
    if (isIndex) await copy.query('select bt_index_check($1::oid::regclass, true)', [oid])
    else {
      const { rows } = await copy.query<{ block: string; msg: string }>(
        'select blkno as block, msg from verify_heapam($1::oid::regclass)',
        [oid],
      )
      return rows.slice(0, FAULTS_MAX).map(({ block, msg }) => `${name}, block ${block}: ${msg}`)
    }
    return []
  } catch (error) {
    return [`${name}: ${errorMessage(error)}`]
  } finally {
    await copy.query('rollback to relation')
  }
}
