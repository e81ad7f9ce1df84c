import type { Me } from '#contract/dashboard/me.ts'
import type { Permission } from '#contract/dashboard/permissions.ts'
import type { TranslateDashboard } from '#words/dashboard-page-words.ts'
import { extentAt } from '../actions/may.ts'

interface Place {
  /** Below `/` for the operator, below `/m/{id}/` for a merchant. */
  path: string
  word: Parameters<TranslateDashboard>[0] & `nav.${string}`
  permission: Permission
  /** The key that goes there when pressed after `g`. */
  key: string
}

/** The operator's places, in the order of the menu. */
const OF_OPERATOR: readonly Place[] = [
  { path: 'payments', word: 'nav.payments', permission: 'payments:read', key: 'p' },
  { path: 'refunds', word: 'nav.refunds', permission: 'payments:read', key: 'r' },
  { path: 'disputes', word: 'nav.disputes', permission: 'payments:read', key: 'd' },
  { path: 'webhooks', word: 'nav.webhooks', permission: 'deliveries:read', key: 'w' },
  { path: 'm', word: 'nav.merchants', permission: 'payments:read', key: 'm' },
  { path: 'people', word: 'nav.people', permission: 'people:manage', key: 'u' },
  { path: 'audit', word: 'nav.audit', permission: 'audit:read', key: 'a' },
  { path: 'system', word: 'nav.system', permission: 'system:read', key: 'y' },
]

/** The places of each merchant, in the order of the menu. */
const OF_MERCHANT: readonly Place[] = [
  { path: 'payments', word: 'nav.payments', permission: 'payments:read', key: 'p' },
  { path: 'refunds', word: 'nav.refunds', permission: 'payments:read', key: 'r' },
  { path: 'disputes', word: 'nav.disputes', permission: 'payments:read', key: 'd' },
  { path: 'webhook', word: 'nav.webhook', permission: 'deliveries:read', key: 'w' },
  { path: 'integration', word: 'nav.integration', permission: 'keys:read', key: 'i' },
  { path: 'people', word: 'nav.people', permission: 'people:manage', key: 'U' },
  { path: 'audit', word: 'nav.audit-of-merchant', permission: 'audit:read', key: 'A' },
]

export interface PlaceOfPerson {
  to: string
  word: Place['word']
  key: string
}

/** The places of the operator that a person may see. */
export function placesOfOperator(me: Me): PlaceOfPerson[] {
  return within('/', me, null, OF_OPERATOR)
}

/** The places of one merchant that a person may see. */
export function placesOfMerchant(me: Me, merchantId: string): PlaceOfPerson[] {
  return within(`/m/${merchantId}/`, me, merchantId, OF_MERCHANT)
}

function within(
  root: string,
  me: Me,
  merchantId: string | null,
  places: readonly Place[],
): PlaceOfPerson[] {
  return places
    .filter(({ permission }) => extentAt(me, permission, merchantId) !== undefined)
    .map(({ path, word, key }) => ({ to: `${root}${path}`, word, key }))
}
