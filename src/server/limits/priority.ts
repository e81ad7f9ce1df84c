import type { OperationId } from '../../contract/operations.ts'

/** Load shedding goes by it: what is served longest when there is too much to do comes first. */
export type Priority = 'pay' | 'show' | 'create' | 'read'

/** Which share of the permits may be held already when such a call comes in. */
export const PERMIT_SHARE: Record<Priority, number> = { pay: 1, show: 0.9, create: 0.75, read: 0.5 }

/** What is not listed reads, or is for testers. */
const PRIORITIES: Partial<Record<OperationId, Priority>> = {
  createPayment: 'pay',
  completeAction: 'pay',
  readCardEncryptionKey: 'pay',
  simulateCheckout: 'pay',
  readCheckout: 'show',
  listCheckoutChanges: 'show',
  cancelCheckout: 'show',
  createSession: 'create',
  cancelSession: 'create',
  createRefund: 'create',
}

/** Undefined for what is always answered. */
export function priorityOf(id: OperationId): Priority | undefined {
  return id === 'readHealth' ? undefined : (PRIORITIES[id] ?? 'read')
}
