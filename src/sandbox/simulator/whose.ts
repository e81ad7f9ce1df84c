/** Selects due work: that of all merchants except some, or of one. */
export type Whose = { except: readonly string[] } | { only: string }

/** The SQL condition on a payment `p`, with its values at this parameter and the next. */
export function isOf(parameter: number): string {
  return `($${parameter}::uuid is null or p.merchant_id = $${parameter})
     and (p.merchant_id is null or p.merchant_id <> all($${parameter + 1}::uuid[]))`
}

/** The parameter values of `isOf`. */
export function chosen(whose: Whose): [only: string | null, except: readonly string[]] {
  return 'only' in whose ? [whose.only, []] : [null, whose.except]
}
