import { REFUSED_DAYS } from '#contract/dashboard/merchants.ts'
import { ALLOWABLE_PERMISSIONS } from '#contract/dashboard/permissions.ts'
import { pageOf } from '../../database/engine/read-page.ts'
import { listLatestApiKeys } from '../../database/keys/api-keys.ts'
import { readLastPing } from '../../database/events/delivery-health.ts'
import { readMerchant } from '../../database/merchants/merchants.ts'
import { readPeopleMay } from '../../database/people/people-may.ts'
import { sumRefusedCalls } from '../../database/merchants/refused-calls.ts'
import { listSecretLives } from '../../database/merchants/webhook-secrets.ts'
import { defaultScopes } from '../keys/issue-key.ts'
import type { DashboardContext } from '../people/dashboard-context.ts'

const KEYS_SHOWN = 100
const REFUSED_SHOWN = 20
const DAY_MS = 86_400_000

/** A merchant with its keys, webhook secrets (without their values), last ping and refused calls; undefined if unknown. */
export async function readIntegration(
  { database, clock, environment }: Pick<DashboardContext, 'database' | 'clock' | 'environment'>,
  merchantId: string,
) {
  const now = clock()
  const [merchant, keys, secrets, lastPing, peopleMay, refusedCalls] = await Promise.all([
    readMerchant(database, merchantId),
    listLatestApiKeys(database, { merchantId, now, limit: KEYS_SHOWN + 1 }),
    listSecretLives(database, merchantId, now),
    readLastPing(database, merchantId),
    readPeopleMay(database, merchantId),
    sumRefusedCalls(database, {
      merchantId,
      since: new Date(now.getTime() - REFUSED_DAYS * DAY_MS),
      limit: REFUSED_SHOWN,
    }),
  ])
  if (merchant === undefined) return undefined
  return {
    merchant,
    keys: pageOf(keys, KEYS_SHOWN),
    scopes: [...defaultScopes(environment)],
    secrets,
    lastPing: lastPing ?? null,
    refusedCalls,
    peopleMay: ALLOWABLE_PERMISSIONS.filter((name) => peopleMay?.includes(name)),
  }
}
