import type { DashboardContext } from '../dashboard-context.ts'

/** The WebAuthn relying party, for which passkeys sign: exactly the host of ADMIN_URL. */
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
