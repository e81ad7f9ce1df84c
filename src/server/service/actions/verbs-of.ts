import type { z } from 'zod'
import type { ActionRow } from '#contract/dashboard/actions/action-row.ts'
import type { ActionContext, LoneActionContext } from './action-context.ts'

/** A dashboard action that runs within the transaction of its record and its signature. */
type WithinTransaction<Input, Answer> = (context: ActionContext, input: Input) => Promise<Answer>

/**
 * A dashboard action with transactions of its own, because it calls a processor, or because it is a use case that runs once for
 * each record. Its first transaction claims the record. Repeated, it returns what the first one made.
 */
interface Alone<Input, Answer> {
  alone: (context: LoneActionContext, input: Input) => Promise<Answer>
}

export type Verb<Input, Answer> = WithinTransaction<Input, Answer> | Alone<Input, Answer>

/** The implementations of the dashboard actions of a table. */
export type VerbsOf<Table extends Readonly<Record<string, ActionRow>>> = {
  [Name in keyof Table]: Verb<z.output<Table[Name]['input']>, z.output<Table[Name]['answer']>>
}
