import type { Logger } from 'pino'
import { hasNoAnswer } from '../../processors/processor.ts'
import { ProcessorElsewhere } from '../../processors/processors.ts'
import {
  CommitOutcomeUnknown,
  DatabaseUnavailable,
  isOutOfTime,
} from '../../database/engine/database-errors.ts'
import { refuse, type Refused } from '../../service/outcome.ts'

const RETRY_AFTER_SECONDS = 2
const TOO_SLOW = 'the database ended a statement that took too long'

/** Maps an exception to a refusal that reveals no internals. The log has the details. */
export function refusalOfError(error: unknown, log: Logger, requestId: string): Refused {
  if (error instanceof DatabaseUnavailable || error instanceof CommitOutcomeUnknown) {
    const isSlow = isOutOfTime(error)
    log.warn({ err: error, requestId }, isSlow ? TOO_SLOW : 'the database is unavailable')
    return refuse(
      'temporarily_unavailable',
      `${isSlow ? 'It took too long, and was ended. ' : ''}Try again in a moment, with the same Idempotency-Key where there is one.`,
      { retryAfter: RETRY_AFTER_SECONDS },
    )
  }
  if (error instanceof ProcessorElsewhere) {
    log.error({ processor: error.processor, requestId }, 'a payment belongs to another processor')
    return refuse(
      'temporarily_unavailable',
      'Nothing was changed: the processor of this payment is not served here at the moment.',
      { retryAfter: RETRY_AFTER_SECONDS },
    )
  }
  if (hasNoAnswer(error)) {
    log.warn({ err: error, requestId }, 'the processor did not answer')
    return refuse(
      'temporarily_unavailable',
      'The processor does not answer. Try again in a moment.',
      {
        retryAfter: RETRY_AFTER_SECONDS,
      },
    )
  }
  log.error({ err: error, requestId }, 'a request broke')
  return refuse(
    'internal_error',
    'This is our fault. Tell us the request id should it happen again.',
  )
}
