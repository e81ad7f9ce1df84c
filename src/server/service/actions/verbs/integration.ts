import type { Scope } from '#contract/api-key.ts'
import type { INTEGRATION_ACTIONS } from '#contract/dashboard/actions/integration.ts'
import { extentOf } from '#domain/dashboard/extent-of.ts'
import { issuableScopes } from '#domain/dashboard/issuable-scopes.ts'
import { readApiKey, type ApiKeyRecord } from '../../../database/keys/api-keys.ts'
import { lockWebhookEndpoint } from '../../../database/merchants/merchants.ts'
import { defaultScopes, issueKey } from '../../keys/issue-key.ts'
import { queuePing } from '../../merchants/ping-webhook-endpoint.ts'
import { revokeKey } from '../../keys/revoke-key.ts'
import { rotateKey } from '../../keys/rotate-key.ts'
import { rotateWebhookSecret } from '../../merchants/rotate-webhook-secret.ts'
import { setWebhookEndpoint } from '../../merchants/set-webhook-endpoint.ts'
import type { ActionContext } from '../action-context.ts'
import { rollBack, valueOf } from '../../outcome.ts'
import { allowedCallbackUrl } from '../check-urls.ts'
import type { VerbsOf } from '../verbs-of.ts'

const DAY_MS = 86_400_000

/** Keys, webhook endpoint and webhook secret. */
export const INTEGRATION_VERBS: VerbsOf<typeof INTEGRATION_ACTIONS> = {
  async 'key.issue'(context, { merchantId, scopes, expiresInDays }) {
    const { environment, clock } = context
    const known = defaultScopes(environment)
    if (scopes?.some((scope) => !known.includes(scope)) === true) throw rollBack('invalid_request')
    const issuable = issuableBy(context, merchantId)
    const given = scopes ?? known.filter((scope) => issuable.includes(scope))
    if (given.length === 0 || given.some((scope) => !issuable.includes(scope)))
      throw rollBack('forbidden')
    const expiresAt =
      expiresInDays === null ? null : new Date(clock().getTime() + expiresInDays * DAY_MS)
    const issued = await issueKey(context, {
      environment,
      kind: 'merchant',
      merchantId,
      scopes: given,
      expiresAt,
    })
    return { ...issued, expiresAt: expiresAt?.toISOString() ?? null }
  },

  async 'key.rotate'(context, { merchantId, keyId, overlapSeconds }) {
    const { scopes } = await requireKey(context, merchantId, keyId)
    // The new key is shown to whoever rotates the old one.
    const issuable = issuableBy(context, merchantId)
    if (scopes.some((scope) => !issuable.includes(scope))) throw rollBack('forbidden')
    const { environment } = context
    const rotated = valueOf(await rotateKey(context, { environment, keyId, overlapSeconds }))
    return {
      keyId: rotated.keyId,
      apiKey: rotated.apiKey,
      expiresAt: rotated.expiresAt?.toISOString() ?? null,
      oldEndsAt: rotated.oldEndsAt.toISOString(),
    }
  },

  async 'key.revoke'(context, { merchantId, keyId }) {
    await requireKey(context, merchantId, keyId)
    const { revokedAt } = valueOf(await revokeKey(context, keyId))
    if (revokedAt === null) throw rollBack('not_found')
    return { keyId, revokedAt: revokedAt.toISOString() }
  },

  async 'callback.set'(context, { merchantId, url }) {
    const allowed = allowedCallbackUrl(context, 'url', url)
    const set = valueOf(await setWebhookEndpoint(context, { merchantId, url: allowed }))
    return { url: allowed, resumedDeliveries: set.resumedDeliveries }
  },

  async 'callback.ping'(context, { merchantId }) {
    const { environment, database } = context
    const { callbackUrl, isHeld } = await lockWebhookEndpoint(database, merchantId)
    if (callbackUrl === null) throw rollBack('no_endpoint')
    if (isHeld) throw rollBack('endpoint_disabled')
    return queuePing(context, { environment, merchantId, callbackUrl })
  },

  async 'secret.rotate'(context, { merchantId, overlapSeconds }) {
    const { webhookSecret, oldEndsAt } = await rotateWebhookSecret(context, {
      merchantId,
      overlapSeconds,
    })
    return { webhookSecret, oldEndsAt: oldEndsAt.toISOString() }
  },
}

/** Throws `RollBack` with `not_found` for a key of another merchant, or of the checkout page. */
async function requireKey(
  { database }: ActionContext,
  merchantId: string,
  keyId: string,
): Promise<ApiKeyRecord> {
  const key = await readApiKey(database, keyId)
  if (key?.merchantId !== merchantId) throw rollBack('not_found')
  return key
}

/** The scopes that this person may give. */
function issuableBy({ memberships, layout }: ActionContext, merchantId: string): Scope[] {
  return issuableScopes((permission) => extentOf(memberships, permission, { merchantId }), layout)
}
