/** Whose rows a verb may see: an operator's person sees all merchants, a merchant's person the one. */
export type Scope = { merchants: 'all' } | { merchantId: string }

/** The merchant of a scope; null for all. */
export function merchantOf(scope: Scope): string | null {
  return 'merchantId' in scope ? scope.merchantId : null
}

/** Whether something of this merchant, or of none, belongs to the scope. */
export function isWithin(scope: Scope, merchantId: string | null): boolean {
  return !('merchantId' in scope) || scope.merchantId === merchantId
}
