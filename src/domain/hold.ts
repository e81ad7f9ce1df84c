/** Whether money is taken when the shopper pays, or held until the merchant says so. */
export type CaptureMethod = 'automatic' | 'manual'

/** Why a hold was released: the merchant asked for it, its time ended, or the processor did it without being asked. */
export type VoidReason = 'requested' | 'expired' | 'elsewhere'

/** What the checkout wants of the processor: committed in the payment's row before the call, and repeated until it is done. */
export type Intent = 'capture' | 'void'

const DAY_MS = 86_400_000

/** How long a hold is assumed to last where the processor does not say it. */
const HOLD_DAYS = 7

/** Until when a hold can be captured: as the processor says, if that is a time after it was made. */
export function endOfHold(stated: Date | undefined, authorizedAt: Date): Date {
  return stated !== undefined && stated > authorizedAt
    ? stated
    : new Date(authorizedAt.getTime() + HOLD_DAYS * DAY_MS)
}
