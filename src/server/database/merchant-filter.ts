/** Which merchants' rows a statement takes; without either, those of all. */
export interface MerchantFilter {
  only?: readonly string[]
  except?: readonly string[]
}

/** The condition on a row's merchant; its two values are the parameters from this one on. */
export function isOfMerchants(merchantId: string, parameter: number): string {
  const [only, except] = [`$${parameter}::uuid[]`, `$${parameter + 1}::uuid[]`]
  return `(${only} is null or ${merchantId} = any (${only}))
     and (${except} is null or ${merchantId} <> all (${except}))`
}

/** The values of that condition. */
export function merchantValues({
  only,
  except = [],
}: MerchantFilter): [only: readonly string[] | null, except: readonly string[] | null] {
  return [only ?? null, except.length === 0 ? null : except]
}
