/** The merchants whose rows a verb may see: all for people of the operator, their own for people of a merchant. */
export type Scope = { merchants: 'all' } | { merchantId: string }

/** The merchant of a scope; null for all. */
export function merchantOf(scope: Scope): string | null {
  return 'merchantId' in scope ? scope.merchantId : null
}

/** Whether something of this merchant (null: of none) belongs to the scope. */
export function isWithin(scope: Scope, merchantId: string | null): boolean {
  return !('merchantId' in scope) || scope.merchantId === merchantId
}
