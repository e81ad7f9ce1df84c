import type { OperationId } from '#contract/operations.ts'

/** Priority of load shedding: 'read' is shed first, 'pay' last. */
export type Priority = 'pay' | 'show' | 'create' | 'read'

/** Share of the permits that may be in use when a call of this priority arrives. */
export const PERMIT_SHARE: Record<Priority, number> = { pay: 1, show: 0.9, create: 0.75, read: 0.5 }

/** Unlisted operations have priority 'read'. */
const PRIORITIES: Partial<Record<OperationId, Priority>> = {
  createPayment: 'pay',
  readCardEncryptionKey: 'pay',
  simulateCheckout: 'pay',
  // Not `pay`: whoever has the link can send any number of these calls, and notifications bring the outcome as well.
  completeAction: 'show',
  readCheckout: 'show',
  readCardSeal: 'show',
  listCheckoutChanges: 'show',
  cancelCheckout: 'show',
  createSession: 'create',
  cancelSession: 'create',
  captureSession: 'create',
  voidSession: 'create',
  createRefund: 'create',
}

/** Undefined for operations that are never shed. */
export function priorityOf(id: OperationId): Priority | undefined {
  return id === 'readHealth' ? undefined : (PRIORITIES[id] ?? 'read')
}
