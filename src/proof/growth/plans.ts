import type { Client } from 'pg'
import type { Statement } from '#server/database/engine/database.ts'
import { COPIED_TABLES } from '../bench/fill/copied-tables.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Node[]
}

/** What a statement does with the tables that grow. */
export interface Reading {
  /** Tables that are read from end to end. */
  sequentialScans: string[]
  /** Rows that were read and thrown away. */
  removed: number
  /** Rows that were read of these tables. */
  rows: number
  /** Pages that were read, of all tables and indexes; 0 for a plan that was not executed. */
  pages: number
}

type PlanMode = 'force_generic_plan' | 'force_custom_plan'

/** How PostgreSQL may plan the statement: one that is planned per call has no generic plan. */
export const planModesOf = ({ isPlannedPerCall }: Statement): readonly PlanMode[] =>
  isPlannedPerCall === true ? ['force_custom_plan'] : ['force_generic_plan', 'force_custom_plan']

const GROWING = new Set(Object.keys(COPIED_TABLES))
const EXPLAINABLE = /^\s*(?:select|insert|update|delete|with)\b/i

/** Whether PostgreSQL plans the statement. */
export const isPlanned = ({ text }: Statement) => EXPLAINABLE.test(text)

/** The tables that the statement's generic plan, made without values, reads from end to end. */
export async function sequentialScansOf(client: Client, { text }: Statement): Promise<string[]> {
  return readingOf(await explain(client, `explain (format json, generic_plan) ${text}`))
    .sequentialScans
}

/** Executes the statement with these values, rolls it back, and returns how much it read. */
export async function measure(
  client: Client,
  { text }: Statement,
  values: readonly unknown[],
  mode: PlanMode,
): Promise<Reading> {
  const call = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
  await client.query('begin')
  try {
    await client.query(`set local plan_cache_mode = ${mode}`)
    await client.query(`prepare measured as ${text}`)
    return readingOf(
      await explain(client, `explain (analyze, buffers, format json) execute measured${call}`),
    )
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

async function explain(client: Client, text: string): Promise<Node[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(text)
  return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

function readingOf(nodes: readonly Node[]): Reading {
  const growing = nodes.filter(({ 'Relation Name': name = '' }) => GROWING.has(name))
  const sequentialScans = growing
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
  return {
    sequentialScans: [...new Set(sequentialScans)],
    removed: Math.round(sum(nodes.map(removedBy))),
    // The first node counts those of all below it.
    pages: (nodes[0]?.['Shared Hit Blocks'] ?? 0) + (nodes[0]?.['Shared Read Blocks'] ?? 0),
    rows: Math.round(
      sum(growing.map((node) => (node['Actual Rows'] ?? 0) * loopsOf(node) + removedBy(node))),
    ),
  }
}

const loopsOf = (node: Node) => node['Actual Loops'] ?? 1

function removedBy(node: Node): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0)
  return removed * loopsOf(node)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** A value as a literal of unknown type, which PostgreSQL reads as the parameter's. */
function literal(value: unknown): string {
  const text = textOf(value)
  return text === null ? 'null' : `'${text.replaceAll("'", "''")}'`
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return `{${value.map(elementOf).join()}}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function elementOf(value: unknown): string {
  const text = textOf(value)
  return text === null ? 'null' : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
