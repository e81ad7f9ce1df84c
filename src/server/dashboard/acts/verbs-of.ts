import type { z } from 'zod'
import type { ActRow } from '../../../contract/dashboard/acts/act-row.ts'
import type { ActContext, LoneActContext } from './act-context.ts'

/** Within the transaction of its idempotency key and its signature. */
type WithinTransaction<Input, Answer> = (context: ActContext, input: Input) => Promise<Answer>

/**
 * After that transaction, because it asks somebody outside. It must do the same once more for the same idempotency key: the
 * answer of the first time may be lost.
 */
interface Alone<Input, Answer> {
  alone: (context: LoneActContext, input: Input) => Promise<Answer>
}

export type Verb<Input, Answer> = WithinTransaction<Input, Answer> | Alone<Input, Answer>

/** What each act of a table does. */
export type VerbsOf<Table extends Readonly<Record<string, ActRow>>> = {
  [Name in keyof Table]: Verb<z.output<Table[Name]['input']>, z.output<Table[Name]['answer']>>
}
