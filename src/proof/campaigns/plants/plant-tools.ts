import type { Database, Queryable, Statement } from '../../../server/database/database.ts'
import { SOUND, type Plant } from '../simulation/plant.ts'
import { labelOf } from '../simulation/gated-database.ts'

type Ask = Queryable['query']

/** A plant that differs from the sound product by what is given. */
export function plant(
  name: string,
  breaks: Plant['breaks'],
  faults: Partial<Omit<Plant, 'name' | 'breaks'>>,
): Plant {
  return { ...SOUND, name, breaks, ...faults }
}

/** A database whose every statement goes through another hand first. */
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

/** How an edit says that there is nothing to edit. */
export const UNFIT = 'the plant does not fit'

type Edits = Record<string, (text: string) => string>

/** Other texts for some statements, by their labels. An edit that changes nothing plants nothing, and is an error. */
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
  return { name: `${label} planted`, text }
}

/** Other answers for the statements of one label. */
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

/** Statements that are never made, where the condition holds of their values. */
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
