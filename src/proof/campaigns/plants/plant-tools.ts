import type { Database, Queryable, Statement } from '#server/database/engine/database.ts'
import { SOUND, type Plant } from '../simulation/plant.ts'
import { labelOf } from '../simulation/gated-database.ts'

type Ask = Queryable['query']

/** A plant is the sound product with these parts replaced. */
export function plant(
  name: string,
  breaks: Plant['breaks'],
  faults: Partial<Omit<Plant, 'name' | 'breaks'>>,
): Plant {
  return { ...SOUND, name, breaks, ...faults }
}

/** A database whose every statement passes through `wrap`. */
export function withQueries(database: Database, wrap: (ask: Ask) => Ask): Database {
  return {
    ...database,
    query: wrap((statement, values) => database.query(statement, values)),
    transaction: (work) =>
      database.transaction((tx) =>
        work({ query: wrap((statement, values) => tx.query(statement, values)) }),
      ),
  }
}

/** The error of an edit that does not match its text. */
export const UNFIT = 'the plant does not fit'

type Edits = Record<string, (text: string) => string>

/**
 * Replaces the text of some statements, by their labels. Throws when an edit changes nothing, since it would plant
 * nothing.
 */
export function editing(edits: Edits): Plant['database'] {
  return (database) =>
    withQueries(database, (ask) => (statement, values) => ask(edited(statement, edits), values))
}

function edited(statement: Statement, edits: Edits): Statement {
  const label = labelOf(statement)
  const edit = edits[label]
  if (edit === undefined) return statement
  const text = edit(statement.text)
  if (text === statement.text) throw new Error(`${UNFIT} "${label}"`)
  return { ...statement, name: `${label} planted`, text }
}

/** Replaces the rows of the statements with this label. */
export function answering(
  label: string,
  change: (rows: unknown[], values: readonly unknown[]) => unknown[],
): Plant['database'] {
  return (database) =>
    withQueries(
      database,
      (ask) =>
        async <Row>(statement: Statement, values: readonly unknown[]) => {
          const rows = await ask<Row>(statement, values)
          return labelOf(statement) === label ? (change(rows, values) as Row[]) : rows
        },
    )
}

/** Skips statements whose values meet the condition. */
export function skipping(
  label: string,
  isSkipped: (values: readonly unknown[]) => boolean,
): Plant['database'] {
  return (database) =>
    withQueries(
      database,
      (ask) =>
        async <Row>(statement: Statement, values: readonly unknown[]) =>
          labelOf(statement) === label && isSkipped(values) ? [] : ask<Row>(statement, values),
    )
}
