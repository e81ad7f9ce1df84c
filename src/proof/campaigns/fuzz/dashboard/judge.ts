import { grantOf, type Extent } from '#contract/dashboard/permissions.ts'
import { DASHBOARD_PROBLEMS } from '#contract/dashboard/problem.ts'
import { seatOf } from '#contract/dashboard/roles.ts'
import type { Received } from '../judge.ts'
import { segmentsOf, type DashboardCall } from './calls.ts'
import type { Recorded, Rights, Tenant } from './stage.ts'

export interface Asked {
  /** Undefined when the mutation has turned the request into no call. */
  call: DashboardCall | undefined
  method: string
  /** The request's headers say that it comes from another site. */
  isFromElsewhere: boolean
  isSpoiled: boolean
  isSignedIn: boolean
  path: string
  body: unknown
  /** The person's rights before the request. */
  rights: Rights
  /** Who made the link that the request trades, or by which its person came, before the request. */
  maker: { rights: Rights; merchantId: string | null } | undefined
  /** What the request has recorded of its person. */
  recorded: Recorded
  /** How many permits it holds after its answer. */
  held: number
  tenants: readonly Tenant[]
}

const PROBLEM_FIELDS = new Set(['code', 'status', 'requestId', 'retryAfterSeconds', 'fields'])
const REQUEST_ID = /^req_[0-9A-Za-z]+$/

/** The faults of a response as sentences; empty when there are none. */
export function judgeDashboard(asked: Asked, received: Received): string[] {
  const isRefusal = received.status >= 400
  return [
    ...headerFaults(received),
    ...(isRefusal ? refusalFaults(received) : answerFaults(asked, received)),
    ...leaks(asked, received),
    ...(asked.method === 'HEAD' ? headFaults(asked, received) : []),
    ...(asked.held === 0 ? [] : [`${asked.held} permits for exports are held after the answer`]),
    ...(isRefusal ? [] : rightFaults(asked)),
    ...(isRefusal ? wrongRefusal(asked, received) : []),
  ]
}

function headerFaults({ status, headers }: Received): string[] {
  const faults =
    status >= 500 || (status !== 200 && status < 400) ? [`the status is ${status}`] : []
  if (headers.get('cache-control') !== 'no-store') faults.push('the response may be stored')
  if (!REQUEST_ID.test(headers.get('x-request-id') ?? '')) faults.push('it has no request id')
  return faults
}

function refusalFaults({ status, headers, body, text }: Received): string[] {
  if (text === '' && status < 500) return []
  const problem = Object(body) as Record<string, unknown>
  const faults = Object.keys(problem)
    .filter((name) => !PROBLEM_FIELDS.has(name))
    .map((name) => `a refusal has the field ${name}`)
  const [, known] =
    Object.entries(DASHBOARD_PROBLEMS).find(([code]) => code === problem['code']) ?? []
  if (known === undefined) faults.push(`no refusal is called ${String(problem['code'])}`)
  else if (known !== status || problem['status'] !== status)
    faults.push(`${String(problem['code'])} has the status ${status}`)
  if (headers.get('content-type') !== 'application/problem+json')
    faults.push('a refusal is no application/problem+json')
  return faults
}

/** HEAD takes nothing, and leaves nothing. */
function headFaults({ recorded }: Asked, { text }: Received): string[] {
  return [
    ...(text === '' ? [] : ['HEAD has a body']),
    ...(recorded.reads + recorded.acts === 0 ? [] : ['HEAD was recorded']),
  ]
}

function answerFaults({ call, method }: Asked, { body }: Received): string[] {
  const parsed = method === 'HEAD' ? undefined : call?.answer?.safeParse(body)
  return parsed?.success === false
    ? [`the answer is not as its schema: ${parsed.error.message}`]
    : []
}

/** Faults: values of another merchant's rows, and e-mail addresses of shoppers where they must be masked. */
function leaks({ call, rights, tenants, recorded }: Asked, { text }: Received): string[] {
  const seen = text.toLowerCase()
  const has = (plant: string) => seen.includes(plant.toLowerCase())
  const seesAll = rights.memberships.some(({ merchantId }) => merchantId === null)
  const strange = tenants
    .filter((tenant) => !seesAll && !worksAt(rights, tenant.merchantId))
    .flatMap(({ plants }) => plants)
    .filter(has)
    .map((plant) => `it holds ${plant} of another merchant`)
  const mayShow = call?.showsPerson === true
  const bare = tenants
    .filter(({ shopperEmail }) => has(shopperEmail) && !(mayShow && recorded.reads > 0))
    .map(({ shopperEmail }) => `it shows ${shopperEmail} in full${mayShow ? ', unrecorded' : ''}`)
  return [...strange, ...bare]
}

function worksAt({ memberships }: Rights, merchantId: string): boolean {
  return memberships.some((membership) => membership.merchantId === merchantId)
}

/** Faults: the caller was answered without the right to make the call. */
function rightFaults({ call, isFromElsewhere, isSignedIn, ...asked }: Asked): string[] {
  if (isFromElsewhere) return ["another site's request was answered"]
  if (hasNul({ call, ...asked }) && call?.isOpen !== true) return ['a NUL was taken']
  if (call?.query !== undefined && isTwice(asked.path))
    return ['a filter was taken that is given twice']
  if (isSignedIn && call?.isOpen !== true && !asked.rights.isActive)
    return ['a person who was disabled was answered']
  if (asked.maker !== undefined && !mayMakeLinks(asked.maker))
    return ['a link worked whose maker may make none any more']
  if (call === undefined) return []
  if (!isSignedIn && call.isOpen !== true) return [`${call.id} was answered to nobody`]
  if (call.permission === undefined) return []
  const merchantId = merchantOf({ call, ...asked })
  const { rights, tenants } = asked
  // If the request names no merchant, the permission at any place is enough; `leaks` checks the rest.
  const places =
    merchantId === undefined ? [null, ...tenants.map((one) => one.merchantId)] : [merchantId]
  const may = places.some((place) => extentIn(rights, call, place) !== undefined)
  return may ? [] : [`${call.id} was answered without the permission ${call.permission}`]
}

function mayMakeLinks({ rights, merchantId }: NonNullable<Asked['maker']>): boolean {
  const extent = extentIn(rights, { permission: 'people:manage' }, merchantId)
  return rights.isActive && extent !== undefined
}

/** Whether a NUL stands where the call looks: in its path, in its filters or in its body. */
function hasNul({ call, path, body }: Pick<Asked, 'call' | 'path' | 'body'>): boolean {
  const [pathname = '', query = ''] = path.split('?')
  const inBody = call?.body !== undefined && JSON.stringify([body]).includes(String.raw`\u0000`)
  return pathname.includes('%00') || (call?.query !== undefined && query.includes('%00')) || inBody
}

function isTwice(path: string): boolean {
  const names = [...new URL(path, 'http://localhost').searchParams.keys()]
  return new Set(names).size < names.length
}

/** Faults: the caller was refused despite the right to do the dashboard action. */
function wrongRefusal(asked: Asked, { body }: Received): string[] {
  const { call, isSpoiled, rights } = asked
  // Dashboard actions on people are left out: a person gives only roles below their own.
  if (call?.dashboardAction === undefined || isSpoiled || call.permission === 'people:manage')
    return []
  const merchantId = merchantOf(asked)
  if ((Object(body) as { code?: unknown }).code !== 'forbidden' || merchantId === undefined)
    return []
  return extentIn(rights, call, merchantId) === 'all' ? [`${call.id} was forbidden`] : []
}

/** The extent of a call's permission at a place, by the table of roles and by what each merchant allows its people. */
function extentIn(
  { memberships, peopleMay }: Rights,
  { permission }: Pick<DashboardCall, 'permission'>,
  place: string | null,
): Extent | undefined {
  if (permission === undefined) return 'all'
  const extents = memberships
    .filter(({ merchantId }) => merchantId === null || merchantId === place)
    .map((membership) => {
      const extent = grantOf(seatOf(membership), permission)
      if (extent !== 'where_allowed') return extent
      const allowed: readonly string[] = peopleMay.get(membership.merchantId ?? '') ?? []
      return allowed.includes(permission) ? 'all' : undefined
    })
  return (
    extents.find((extent) => extent === 'all') ?? extents.find((extent) => extent !== undefined)
  )
}

/** The merchant that a request names; null: the operator; undefined: none is named. */
function merchantOf({ call, path, body }: Pick<Asked, 'call' | 'path' | 'body'>) {
  if (call?.dashboardAction !== undefined) {
    const { input } = Object(body) as { input?: unknown }
    const { merchantId } = Object(input) as { merchantId?: unknown }
    return typeof merchantId === 'string'
      ? merchantId.toLowerCase()
      : (merchantId as null | undefined)
  }
  const { searchParams } = new URL(path, 'http://localhost')
  const named =
    call?.path.includes(':merchant') === true
      ? segmentsOf(path)[3]
      : (searchParams.get('merchant') ?? searchParams.get('merchantId') ?? undefined)
  return named?.toLowerCase()
}
