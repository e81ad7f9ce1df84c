import type { Api } from './api.ts'
import type { Account } from './settings.ts'

/** What the operations of the port share. */
export interface Adapter {
  account: Account
  api: Api
  clock: () => Date
}
