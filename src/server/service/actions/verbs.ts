import type { DASHBOARD_ACTIONS } from '#contract/dashboard/actions.ts'
import type { VerbsOf } from './verbs-of.ts'
import { DELIVERY_VERBS } from './verbs/deliveries.ts'
import { DISPUTE_VERBS } from './verbs/disputes.ts'
import { INTEGRATION_VERBS } from './verbs/integration.ts'
import { MERCHANT_VERBS } from './verbs/merchants.ts'
import { OWN_VERBS } from './verbs/own.ts'
import { PEOPLE_VERBS } from './verbs/people.ts'
import { PAYMENT_VERBS } from './verbs/payments.ts'

/** The implementation of each dashboard action, by the verbs that the command line uses, too. They throw `RollBack`. */
export const VERBS: VerbsOf<typeof DASHBOARD_ACTIONS> = {
  ...INTEGRATION_VERBS,
  ...DELIVERY_VERBS,
  ...MERCHANT_VERBS,
  ...PEOPLE_VERBS,
  ...OWN_VERBS,
  ...PAYMENT_VERBS,
  ...DISPUTE_VERBS,
}
