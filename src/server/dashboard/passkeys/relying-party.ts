import type { DashboardContext } from '../dashboard-context.ts'

/** Whom a passkey signs for: the host of ADMIN_URL, exactly. */
export interface RelyingParty {
  id: string
  origin: string
  /** What the browser shows. Ports do not separate passkeys of `localhost`: the name tells the environments apart. */
  name: string
}

export function relyingPartyOf({
  adminUrl,
  environment,
}: Pick<DashboardContext, 'adminUrl' | 'environment'>): RelyingParty {
  const { hostname, origin } = new URL(adminUrl)
  const name = environment === 'sandbox' ? 'Hosted Checkout · SANDBOX' : 'Hosted Checkout'
  return { id: hostname, origin, name }
}
