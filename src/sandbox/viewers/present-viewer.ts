import type { Viewer } from '../../contract/viewer.ts'
import type { MerchantRecord } from '../../server/database/merchants.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { presentClock } from '../clock/present-clock.ts'

export function presentViewer(
  context: SandboxContext,
  { merchant, expiresAt }: { merchant: MerchantRecord; expiresAt: Date },
): Viewer {
  const { id, name, callbackUrl, callbackDisabledAt } = merchant
  return {
    object: 'viewer',
    merchant: {
      id,
      name,
      callbackUrl,
      callbackDisabledAt: callbackDisabledAt?.toISOString() ?? null,
    },
    clock: presentClock(context, id),
    expiresAt: expiresAt.toISOString(),
  }
}
