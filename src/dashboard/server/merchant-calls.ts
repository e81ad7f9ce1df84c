import {
  ListMerchants,
  type Integration,
  type MerchantHome,
  type MerchantList,
} from '#contract/dashboard/merchants.ts'
import type { Permission } from '#contract/dashboard/permissions.ts'
import { MerchantId } from '#contract/ids.ts'
import { OPERATIONS, type OperationId } from '#contract/operations.ts'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import { listMerchants } from '#server/service/merchants/list-merchants.ts'
import { readIntegration } from '#server/service/merchants/read-integration.ts'
import { readMerchantHome } from '#server/service/merchants/read-merchant-home.ts'
import type { SignedIn } from '#server/service/people/read-session.ts'
import type { Answer } from './answers.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt, scopesOf } from './scope-of.ts'

/** Registers the calls that list merchants by name, and that read a merchant's settings and its integration. */
export function addMerchantCalls(
  calls: Calls,
  { context: service }: Pick<DashboardOptions, 'context'>,
): void {
  calls.readOpen('/api/merchants', async (call, session) => {
    const asked = ListMerchants.safeParse(call.query())
    if (!asked.success) return { refused: 'invalid_request' }
    const { q, after = null } = asked.data
    const text = q === undefined || q === '' ? null : q
    const scopes = scopesOf(session, 'payments:read')
    const { items, hasMore } = await listMerchants(service, scopes, { text, after })
    const data: MerchantList = { items: items.map(written), hasMore }
    return { data }
  })

  calls.readOpen('/api/merchants/:merchantId', async (call, session) =>
    ofMerchant(session, call.parameter('merchantId'), 'payments:read', async (merchantId) => {
      const home = await readMerchantHome(service, merchantId)
      return home && (written(home) satisfies MerchantHome)
    }),
  )

  calls.readOpen('/api/integration/:merchantId', async (call, session) =>
    ofMerchant(session, call.parameter('merchantId'), 'keys:read', async (merchantId) => {
      const found = await readIntegration(service, merchantId)
      if (found === undefined) return undefined
      const { merchant, lastPing } = found
      const { apiUrl, checkoutUrl } = service
      const data: Integration = {
        merchantId,
        name: merchant.name,
        currency: merchant.currency,
        apiUrl,
        checkoutUrl,
        keys: {
          items: found.keys.items.map(({ id, lastFour, scopes, createdAt, isLive, ...key }) => ({
            id,
            lastFour,
            scopes,
            createdAt: createdAt.toISOString(),
            lastUsedAt: iso(key.lastUsedAt),
            expiresAt: iso(key.expiresAt),
            revokedAt: iso(key.revokedAt),
            isLive,
          })),
          hasMore: found.keys.hasMore,
        },
        scopes: found.scopes,
        callback: { url: merchant.callbackUrl, disabledAt: iso(merchant.callbackDisabledAt) },
        secrets: found.secrets.map(({ createdAt, endsAt }) => ({
          createdAt: createdAt.toISOString(),
          endsAt: iso(endsAt),
        })),
        lastPing: lastPing && { ...lastPing, sentAt: lastPing.sentAt.toISOString() },
        returnOrigins: merchant.returnOrigins,
        successUrl: merchant.successUrl,
        peopleMay: found.peopleMay,
        refusedCalls: found.refusedCalls.map(({ operation, lastAt, ...call }) => ({
          ...call,
          operation: routeOf(operation),
          status: isProblemCode(call.code) ? PROBLEMS[call.code].status : 400,
          lastAt: lastAt.toISOString(),
        })),
      }
      return data
    }),
  )
}

/** Reads data of a merchant. A merchant that the person does not work for gets the same answer as one that does not exist. */
async function ofMerchant(
  session: SignedIn,
  text: string,
  permission: Permission,
  read: (merchantId: string) => Promise<object | undefined>,
): Promise<Answer> {
  const parsed = MerchantId.safeParse(text)
  const merchantId = parsed.success ? parsed.data.toLowerCase() : undefined
  const isSeen = session.memberships.some(
    (own) => own.merchantId === null || own.merchantId === merchantId,
  )
  if (merchantId === undefined || !isSeen) return { refused: 'not_found' }
  if (!mayAt(session, permission, merchantId)) return { refused: 'forbidden' }
  const data = await read(merchantId)
  return data === undefined ? { refused: 'not_found' } : { data }
}

function written<Dated extends { createdAt: Date }>(dated: Dated) {
  return { ...dated, createdAt: dated.createdAt.toISOString() }
}

/** The method and path of an operation. A row of another release may have an operation that this one does not know. */
function routeOf(operation: string): string {
  if (!isOperationId(operation)) return operation
  const { method, path } = OPERATIONS[operation]
  return `${method.toUpperCase()} ${path}`
}

const isOperationId = (id: string): id is OperationId => Object.hasOwn(OPERATIONS, id)
const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code)

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
