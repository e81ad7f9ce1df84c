import type { Environment } from '../../contract/environment.ts'
import type { OperatorContext } from '../operator/operator-context.ts'

/** Dependencies of the dashboard's verbs. */
export interface DashboardContext extends Omit<OperatorContext, 'actor'> {
  environment: Environment
}

/** Whence a person signs in, for them and their colleagues to recognise. */
export interface SignInPlace {
  address: string | null
  /** The `User-Agent`, shortened. */
  browser: string | null
}
