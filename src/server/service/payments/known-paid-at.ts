import { Instant } from '#contract/values.ts'

/** A bank's clock differs from ours, but not by a day. */
const MARGIN_MS = 86_400_000

/** When a payment was paid, if the processor states an instant that can be true: since its creation, and not in the future. */
export function knownPaidAt(
  stated: unknown,
  { createdAt, now }: { createdAt: Date; now: Date },
): Date | null {
  const instant = Instant.safeParse(stated)
  if (!instant.success) return null
  const at = new Date(instant.data)
  const isPossible =
    at.getTime() >= createdAt.getTime() - MARGIN_MS && at.getTime() <= now.getTime() + MARGIN_MS
  return isPossible ? at : null
}
