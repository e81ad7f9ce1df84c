import type {
  DashboardActionAnswer,
  DashboardActionCeremony,
  DashboardAction,
  DashboardActionSent,
} from '#contract/dashboard/actions.ts'
import { type Call, Refused } from '../calls/call.ts'
import { signByPasskey } from '../passkeys/use-passkey.ts'

export interface AskedAction<Name extends DashboardAction> {
  dashboardAction: Name
  input: DashboardActionSent<Name>
  /** Makes a second press, or a retry after a lost answer, the same dashboard action. */
  idempotencyKey: string
}

/** Performs a dashboard action. Where the server requires a signature, the person's passkey first signs this input. */
export async function performAction<Name extends DashboardAction>(
  call: Call,
  { dashboardAction, input, idempotencyKey }: AskedAction<Name>,
): Promise<DashboardActionAnswer<Name>> {
  const perform = (signature?: Signature) =>
    call<DashboardActionAnswer<Name>>(`/dashboard-actions/${dashboardAction}`, {
      method: 'POST',
      headers: { 'Idempotency-Key': idempotencyKey },
      body: { input, ...(signature && { signature }) },
    })
  try {
    return await perform()
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'signature_required') throw error
  }
  const { ceremonyId, options } = await call<DashboardActionCeremony>('/ceremonies', {
    method: 'POST',
    body: { dashboardAction, input },
  })
  return perform({ ceremonyId, assertion: await signByPasskey(options) })
}

interface Signature {
  ceremonyId: string
  assertion: object
}
