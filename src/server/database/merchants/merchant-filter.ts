/** Limits a statement to the rows of some merchants; empty: all. */
export interface MerchantFilter {
  only?: readonly string[]
  except?: readonly string[]
}

/** SQL condition on a merchant id; takes two parameters, starting at `$parameter`. */
export function merchantCondition(column: string, parameter: number): string {
  const [only, except] = [`$${parameter}::uuid[]`, `$${parameter + 1}::uuid[]`]
  return `(${only} is null or ${column} = any (${only}))
     and (${except} is null or ${column} <> all (${except}))`
}

/** The two values of `merchantCondition`. */
export function merchantValues({
  only,
  except = [],
}: MerchantFilter): [only: readonly string[] | null, except: readonly string[] | null] {
  return [only ?? null, except.length === 0 ? null : except]
}
