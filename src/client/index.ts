export { CheckoutClient, type IdempotentCall } from './checkout-client.ts'
export type { Paged } from './paged.ts'
export type { CallLimits } from './call.ts'
export type { Fetch } from '#contract/fetch.ts'
export {
  CheckoutConnectionError,
  CheckoutError,
  type ConnectionFailure,
  isCheckoutError,
  isConnectionError,
  type Newer,
} from './errors.ts'
export type { CheckoutClientOptions } from './options.ts'
export type {
  ListNotificationsQuery,
  SandboxNotifications,
  StreamNotifications,
} from './sandbox-notifications.ts'
export {
  type Arrival,
  isReturnVerificationError,
  ReturnVerificationError,
  verifyReturn,
  type VerifyReturnOptions,
} from './verify-return.ts'
export {
  isWebhookVerificationError,
  verifyWebhook,
  type VerifyWebhookOptions,
  WebhookVerificationError,
  type WebhookVerificationReason,
} from './verify-webhook.ts'
export type { VerifiedNotification } from './is-notification.ts'
export { findApiKeys } from '#domain/api-key.ts'
export type { DisputeEvidence } from '#contract/dispute-evidence.ts'
export type { Dispute, DisputeList } from '#contract/dispute.ts'
export type {
  Delivery,
  DeliveryAttempt,
  Event,
  EventList,
  EventType,
  Notification,
} from '#contract/event.ts'
export type { DeclineCode, Payment, PaymentMethod, PaymentState } from '#contract/payment.ts'
export type { FieldError, ProblemCode } from '#contract/problem.ts'
export type { Refund } from '#contract/refund.ts'
export type { Clock } from '#contract/sandbox-clock.ts'
export type { NotificationList, SignedNotification } from '#contract/sandbox-notifications.ts'
export type { SimulateSessionInput } from '#contract/sandbox-simulate.ts'
export type {
  CreateSessionInput,
  LineItem,
  Session,
  SessionList,
  SessionPaymentState,
  SessionState,
} from '#contract/session.ts'
