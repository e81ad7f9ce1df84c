import type { Environment } from '#contract/environment.ts'
import type { Layout } from '#domain/layout.ts'
import type { CallbackNetworks } from '../../outgoing/callback-networks.ts'
import type { ServiceContext } from '../context.ts'
import type { OperatorContext } from '../audit/operator-context.ts'

/** Dependencies of the dashboard's verbs. */
export interface DashboardContext extends Omit<OperatorContext, 'actor'> {
  environment: Environment
  layout: Layout
  /** The origin that people see: passkeys belong to its host. */
  adminUrl: string
  /** A merchant's clock: real time, unless the sandbox gave it one of its own. */
  clockOf: (merchantId: string) => () => Date
  /** Where merchants' backends call. */
  apiUrl: string
  /** Where shoppers pay. */
  checkoutUrl: string
  /** The demo store; null: there is none. */
  storeUrl: string | null
  /** For dashboard actions on payments, which call the processor; uses the dashboard's own database connections. */
  service: ServiceContext
  /** Whether webhook endpoints may be on this machine, for development. */
  allowLoopbackCallbacks: boolean
  /** The operator's private networks in which webhook endpoints may be. Default: none. */
  callbackNetworks?: CallbackNetworks | undefined
}

/** Where a person signs in from, so that they and their colleagues can recognise the session. */
export interface SignInPlace {
  address: string | null
  /** The `User-Agent`, shortened. */
  browser: string | null
}
