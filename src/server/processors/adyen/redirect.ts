import type { Account } from './settings.ts'

type RedirectingAccount = Pick<Account, 'environment' | 'returnHosts' | 'shopper'>

const URL_LENGTH_MAX = 8192
/** One for each region. */
const LIVE_HOST = /^checkoutshopper-live(?:-[a-z]{2,5})?\.adyen\.com$/

/** Whether a shopper may be sent to this address: a page of Adyen, or of the sandbox's fake. */
export function isRedirectAllowed(account: RedirectingAccount, address: string): boolean {
  const url = URL.parse(address)
  if (url === null || address.length > URL_LENGTH_MAX) return false
  if (url.username !== '' || url.password !== '') return false
  const { environment, returnHosts, shopper } = account
  if (url.origin === new URL(shopper).origin) return true
  if (url.protocol !== 'https:') return false
  return (
    returnHosts.includes(url.host) || (environment === 'production' && LIVE_HOST.test(url.host))
  )
}
