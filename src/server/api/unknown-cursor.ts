import { refuse } from '../service/outcome.ts'

/**
 * Refuses a cursor that is not an object of the list, since the page after it could begin anywhere. The answer is the same
 * for an object of another merchant.
 */
export const UNKNOWN_CURSOR = refuse('invalid_cursor', 'What after names is not in this list.', {
  fields: [{ path: 'after', code: 'invalid_cursor', message: 'is not in this list' }],
})
