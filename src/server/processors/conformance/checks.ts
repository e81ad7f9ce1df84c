import type { Check } from './check.ts'
import { CANCEL } from './checks/cancel-payment.ts'
import { CREATE } from './checks/create-payment.ts'
import { INQUIRE } from './checks/inquire.ts'
import { LOST } from './checks/lost-answers.ts'
import { LOST_REFUNDS } from './checks/lost-refunds.ts'
import { MOVEMENTS } from './checks/movements.ts'
import { NOTIFICATIONS } from './checks/notifications.ts'
import { REFUNDS } from './checks/refunds.ts'
import { SECRETS } from './checks/secrets.ts'
import { SHAPE } from './checks/shape.ts'

/** All that every module is held to, in the order in which it runs. */
export const CHECKS: readonly Check[] = [
  ...SHAPE,
  ...CREATE,
  ...INQUIRE,
  ...CANCEL,
  ...REFUNDS,
  ...NOTIFICATIONS,
  ...MOVEMENTS,
  ...LOST,
  ...LOST_REFUNDS,
  ...SECRETS,
]
