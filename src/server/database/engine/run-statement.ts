import { Query, type ClientBase, type Connection, type Submittable } from 'pg'

import type { Statement } from './database.ts'

/** Runs a statement on a connection. A prepared one is described only once per connection. */
export async function runStatement<Row>(
  client: ClientBase,
  { name, text, isPlannedPerCall }: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  // Without a name it is not prepared.
  if (isPlannedPerCall === true) return (await client.query({ text, values: [...values] })).rows
  const answered = Promise.withResolvers<Row[]>()
  const query = new PreparedQuery(text, [...values], (error, result) => {
    if (error) answered.reject(error)
    else answered.resolve(result.rows as Row[])
  })
  query.name = name
  client.query(query)
  try {
    return await answered.promise
  } catch (error) {
    // A stack trace from where the statement was run; the driver's own leads to its socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/** How the driver reads rows: it derives this from PostgreSQL's RowDescription. */
interface Description {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** Members of the driver's class that its types do not declare. */
interface DriverQuery extends Submittable {
  name: string
  _result: Description
  prepare(connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}

type Answered = (error: Error | null, result: { rows: unknown[] }) => void

const Driver = Query as unknown as new (
  text: string,
  values: unknown[],
  answered: Answered,
) => DriverQuery

/** What is known of a connection's prepared statements, by name. */
interface Prepared {
  descriptions: Map<string, Description>
  /** The connection without Describe; it gathers the messages of a statement, to be sent by one write. */
  gathering: Connection
  messages: Buffer[]
}

const PREPARED = new WeakMap<Connection, Prepared>()

function preparedOf(connection: Connection): Prepared {
  const known = PREPARED.get(connection)
  if (known !== undefined) return known
  const messages: Buffer[] = []
  const gathering = Object.create(connection, {
    describe: { value: () => undefined },
    _send: { value: (message: Buffer) => void messages.push(message) },
  }) as Connection
  const prepared = { descriptions: new Map<string, Description>(), gathering, messages }
  PREPARED.set(connection, prepared)
  return prepared
}

/**
 * A prepared statement whose result is described only at its first run on a connection. The driver asks for the
 * description at every run, which costs this process more than one row of most statements. The description cannot change
 * unnoticed: PostgreSQL refuses a prepared statement whose result type has changed.
 */
class PreparedQuery extends Driver {
  override prepare(connection: Connection): void {
    const { descriptions, gathering, messages } = preparedOf(connection)
    const description = descriptions.get(this.name)
    if (description === undefined) {
      super.prepare(connection)
      return
    }
    const { _result: result } = this
    Object.assign(result, description)
    Object.assign(this, { _accumulateRows: true })
    super.prepare(gathering)
    const { stream } = connection
    if (stream.writable) stream.write(Buffer.concat(messages.splice(0)))
    else messages.length = 0
  }

  override handleReadyForQuery(connection: Connection): void {
    const { descriptions } = preparedOf(connection)
    if (!descriptions.has(this.name)) {
      const {
        _result: { fields, _parsers, _prebuiltEmptyResultObject },
      } = this
      descriptions.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    }
    super.handleReadyForQuery(connection)
  }
}
