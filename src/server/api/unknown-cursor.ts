import { refuse } from './handler.ts'

/** A page after an unknown object would begin anywhere. The answer is the same for what another merchant owns. */
export const UNKNOWN_CURSOR = refuse('invalid_cursor', 'What after names is not in this list.', {
  errors: [{ path: 'after', code: 'invalid_cursor', message: 'is not in this list' }],
})
