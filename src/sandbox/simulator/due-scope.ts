/** Selects whose due work is done: all merchants' except these, or only one merchant's. */
export type DueScope = { except: readonly string[] } | { only: string }

/** The SQL condition on a payment `p`, with its values at this parameter and the next. */
export function inScope(parameter: number): string {
  return `($${parameter}::uuid is null or p.merchant_id = $${parameter})
     and (p.merchant_id is null or p.merchant_id <> all($${parameter + 1}::uuid[]))`
}

/** The parameter values of `inScope`. */
export function scopeValues(scope: DueScope): [only: string | null, except: readonly string[]] {
  return 'only' in scope ? [scope.only, []] : [null, scope.except]
}
