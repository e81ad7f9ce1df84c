import { OPERATIONS, type OperationId } from '#contract/operations.ts'
import type { KeptAnswer, Presenter } from '../../service/idempotency.ts'
import type { Done, Refused } from '../../service/outcome.ts'

/** A response whose JSON is already serialized, because it is stored byte for byte. */
export interface Written extends KeptAnswer {
  outcome: 'written'
  replayed: boolean
}

/** Makes an operation's answer, which is kept and replayed byte for byte. */
export function writing<T>(
  operation: OperationId,
  present: (value: T) => unknown,
  locate: (value: T) => string | null = () => null,
): Presenter<T, KeptAnswer> {
  const { status } = OPERATIONS[operation]
  return {
    present: async (value) => ({
      status,
      location: locate(value),
      body: JSON.stringify(await present(value)),
    }),
    keeps: (answer) => answer,
    repeats: (answer) => answer,
  }
}

/** The response of an operation whose answers are kept. */
export function written(result: Done<KeptAnswer> | Refused): Written | Refused {
  return result.outcome === 'refused'
    ? result
    : { outcome: 'written', ...result.value, replayed: result.isRepeated === true }
}
