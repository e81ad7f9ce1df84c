import { z } from 'zod'
import { Uuid } from '../ids.ts'
import type { ActionRow } from './actions/action-row.ts'
import { DELIVERY_ACTIONS } from './actions/deliveries.ts'
import { DISPUTE_ACTIONS } from './actions/disputes.ts'
import { INTEGRATION_ACTIONS } from './actions/integration.ts'
import { MERCHANT_ACTIONS } from './actions/merchants.ts'
import { OWN_ACTIONS } from './actions/own.ts'
import { PEOPLE_ACTIONS } from './actions/people.ts'
import { PAYMENT_ACTIONS } from './actions/payments.ts'
import { PasskeyAssertion, SignInCeremony } from './passkeys.ts'

/** Everything that people can do in the dashboard. Routes, buttons and tests are made from this one table. */
export const DASHBOARD_ACTIONS = {
  ...INTEGRATION_ACTIONS,
  ...DELIVERY_ACTIONS,
  ...MERCHANT_ACTIONS,
  ...PEOPLE_ACTIONS,
  ...OWN_ACTIONS,
  ...PAYMENT_ACTIONS,
  ...DISPUTE_ACTIONS,
} as const

export type DashboardAction = keyof typeof DASHBOARD_ACTIONS
export const DASHBOARD_ACTION_NAMES = Object.keys(DASHBOARD_ACTIONS) as DashboardAction[]
export type DashboardActionInput<Name extends DashboardAction> = z.output<
  (typeof DASHBOARD_ACTIONS)[Name]['input']
>
/** The input of a dashboard action as the page sends it: fields with a default may be absent. */
export type DashboardActionSent<Name extends DashboardAction> = z.input<
  (typeof DASHBOARD_ACTIONS)[Name]['input']
>
export type DashboardActionAnswer<Name extends DashboardAction> = z.output<
  (typeof DASHBOARD_ACTIONS)[Name]['answer']
>

/** Whether a passkey signs this dashboard action in production. */
export function isSigned(
  dashboardAction: DashboardAction,
  input: DashboardActionInput<DashboardAction>,
): boolean {
  const { signed }: ActionRow = DASHBOARD_ACTIONS[dashboardAction]
  return typeof signed === 'function' ? signed(input as never) : signed
}

/** The body of `POST /api/ceremonies`: a challenge for one dashboard action with this input. */
export const BeginDashboardAction = z.strictObject({
  dashboardAction: z.enum(DASHBOARD_ACTION_NAMES),
  input: z.unknown(),
})

/** The answer of `POST /api/ceremonies`. The challenge ends in its digest, so that the signature covers it. */
export const DashboardActionCeremony = SignInCeremony.extend({
  options: SignInCeremony.shape.options.extend({
    allowCredentials: z.array(
      z.strictObject({
        type: z.literal('public-key'),
        id: z.string(),
        transports: z.array(z.string()),
      }),
    ),
  }),
})
export type DashboardActionCeremony = z.infer<typeof DashboardActionCeremony>

/** The body of `POST /api/dashboard-actions/{name}`, with an `Idempotency-Key`: a new one for each dialog that is opened. */
export const PerformDashboardAction = z.strictObject({
  input: z.unknown(),
  signature: z.strictObject({ ceremonyId: Uuid, assertion: PasskeyAssertion }).optional(),
})
