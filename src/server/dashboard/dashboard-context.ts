import type { Environment } from '../../contract/environment.ts'
import type { ServiceContext } from '../context.ts'
import type { OperatorContext } from '../operator/operator-context.ts'

/** Dependencies of the dashboard's verbs. */
export interface DashboardContext extends Omit<OperatorContext, 'actor'> {
  environment: Environment
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
  /** For acts on payments, which the processor does; over the dashboard's own connections. */
  service: ServiceContext
  /** Whether webhook endpoints may be on this machine, for development. */
  allowLoopbackCallbacks: boolean
}

/** Whence a person signs in, for them and their colleagues to recognise. */
export interface SignInPlace {
  address: string | null
  /** The `User-Agent`, shortened. */
  browser: string | null
}
