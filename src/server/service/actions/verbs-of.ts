import type { z } from 'zod'
import type { ActRow } from '#contract/dashboard/acts/act-row.ts'
import type { ActContext, LoneActContext } from './act-context.ts'

/** An act that runs within the transaction of its idempotency key and its signature. */
type WithinTransaction<Input, Answer> = (context: ActContext, input: Input) => Promise<Answer>

/**
 * An act that runs after that transaction, because it calls a processor. It must be idempotent by its key, because the answer
 * to the first request may be lost.
 */
interface Alone<Input, Answer> {
  alone: (context: LoneActContext, input: Input) => Promise<Answer>
}

export type Verb<Input, Answer> = WithinTransaction<Input, Answer> | Alone<Input, Answer>

/** The implementations of the acts of a table. */
export type VerbsOf<Table extends Readonly<Record<string, ActRow>>> = {
  [Name in keyof Table]: Verb<z.output<Table[Name]['input']>, z.output<Table[Name]['answer']>>
}
