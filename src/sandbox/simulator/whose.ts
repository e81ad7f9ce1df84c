/** Whose due events: those of all merchants but some, whose time is their own; or of one. */
export type Whose = { except: readonly string[] } | { only: string }

/** The condition on a payment `p`, whose values are the parameters from this one on. */
export function isOf(parameter: number): string {
  return `($${parameter}::uuid is null or p.merchant_id = $${parameter})
     and (p.merchant_id is null or p.merchant_id <> all($${parameter + 1}::uuid[]))`
}

/** The values of that condition. */
export function chosen(whose: Whose): [only: string | null, except: readonly string[]] {
  return 'only' in whose ? [whose.only, []] : [null, whose.except]
}
