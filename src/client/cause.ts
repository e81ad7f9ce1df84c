const CAUSES_MAX = 5

/** The words of the innermost cause that has any: `fetch failed` alone says nothing. */
export function describeCause(error: unknown): string {
  let words = ''
  let current = error
  for (let depth = 0; depth < CAUSES_MAX && current !== undefined && current !== null; depth++) {
    // guard: innermost-cause
    words = wordsOf(current) || words
    current = innerOf(current)
  }
  return words
}

function wordsOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (!(error instanceof Error)) return ''
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return error.message.includes(code) ? error.message : `${error.message} (${code})`.trim()
}

/** Several addresses of one name are tried: the first failure stands for all. */
function innerOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors[0]
  return error instanceof Error ? error.cause : undefined
}
