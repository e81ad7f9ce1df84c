import { z } from 'zod'
import {
  DASHBOARD_ACTIONS,
  DASHBOARD_ACTION_NAMES,
  DashboardActionCeremony,
  type DashboardAction,
} from '#contract/dashboard/actions.ts'
import { AuditEntries, AuditQuery, PersonReadRows } from '#contract/dashboard/audit.ts'
import { TypedText } from '#contract/dashboard/find.ts'
import { ExportQuery, ListedRefundsQuery, ListedSessionsQuery } from '#contract/dashboard/lists.ts'
import { ListedDisputesQuery } from '#contract/dashboard/disputes.ts'
import { Me, OwnSessions, TradeLink } from '#contract/dashboard/me.ts'
import {
  Integration,
  ListMerchants,
  MerchantHome,
  MerchantList,
} from '#contract/dashboard/merchants.ts'
import { Needs } from '#contract/dashboard/needs.ts'
import {
  OwnPasskeys,
  PasskeyAssertion,
  RegisterPasskey,
  RegisteredPasskey,
  RegistrationCeremony,
  SignInByPasskey,
  SignInCeremony,
  UseRecoveryCode,
} from '#contract/dashboard/passkeys.ts'
import { People, PeopleQuery } from '#contract/dashboard/people.ts'
import type { Permission } from '#contract/dashboard/permissions.ts'
import { System } from '#contract/dashboard/system.ts'
import { ListViews, SavedViews, SaveView } from '#contract/dashboard/views.ts'
import {
  CountMatching,
  FailingWebhooks,
  ListWebhookEvents,
  MatchingAnswer,
  WebhookAnswer,
  WebhookBody,
  WebhookEvent,
  WebhookEvents,
} from '#contract/dashboard/webhook.ts'
import type { Dashboard } from '#dashboard/server/dashboard.ts'
import type { JsonSchema } from '../document.ts'

interface Known {
  query?: z.ZodType
  body?: z.ZodType
  answer?: z.ZodType
  /** The permission that a caller needs; undefined when none is needed. */
  permission?: Permission
  /** Callers who are not signed in are answered, too. */
  isOpen?: true
  /** The answer may show a shopper's data unmasked. */
  showsPerson?: true
  weight?: number
}

/** What the contract says of each call, by method and path. */
const KNOWN: Readonly<Record<string, Known>> = {
  'POST /api/sign-in/link': { body: TradeLink, answer: Me, isOpen: true, weight: 4 },
  'POST /api/sign-in/passkey/challenge': { answer: SignInCeremony, isOpen: true },
  'POST /api/sign-in/passkey': { body: SignInByPasskey, answer: Me, isOpen: true },
  'POST /api/sign-in/recovery': { body: UseRecoveryCode, answer: Me, isOpen: true },
  'POST /reports': { isOpen: true },
  'POST /api/sign-out': { weight: 0.2 },
  'GET /api/me': { answer: Me },
  'GET /api/me/sessions': { answer: OwnSessions },
  'POST /api/me/sessions/:id/end': {},
  'GET /api/me/passkeys': { answer: OwnPasskeys },
  'POST /api/me/passkeys/challenge': { answer: RegistrationCeremony },
  'POST /api/me/passkeys': { body: RegisterPasskey, answer: RegisteredPasskey },
  'POST /api/find': { body: TypedText, permission: 'payments:read', weight: 4 },
  // Callers without the permission are answered, too: every key is unknown to them.
  'POST /api/keys/identify': { body: TypedText, weight: 2 },
  'GET /api/timeline/:id': { permission: 'payments:read', weight: 10 },
  'POST /api/timeline/:id/person': { permission: 'persons:read', showsPerson: true, weight: 4 },
  'GET /api/merchants': { query: ListMerchants, answer: MerchantList, permission: 'payments:read' },
  'GET /api/merchants/:merchantId': { answer: MerchantHome, permission: 'payments:read' },
  'GET /api/merchants/:merchantId/zone': { permission: 'payments:read' },
  'GET /api/integration/:merchantId': {
    answer: Integration,
    permission: 'keys:read',
    weight: 2,
  },
  'GET /api/sessions': { query: ListedSessionsQuery, permission: 'payments:read', weight: 4 },
  'GET /api/refunds': { query: ListedRefundsQuery, permission: 'payments:read', weight: 2 },
  'GET /api/disputes': { query: ListedDisputesQuery, permission: 'payments:read', weight: 2 },
  'GET /api/disputes/:id': { permission: 'payments:read', weight: 2 },
  'GET /api/disputes/:id/evidence': {
    permission: 'payments:read',
    showsPerson: true,
    weight: 2,
  },
  'GET /api/views': { query: ListViews, answer: SavedViews, permission: 'payments:read' },
  'POST /api/views': { body: SaveView, permission: 'payments:read' },
  'POST /api/views/:id/remove': {},
  'GET /api/exports/:list': {
    query: ExportQuery,
    permission: 'exports:create',
    showsPerson: true,
    weight: 4,
  },
  'GET /api/people': { query: PeopleQuery, answer: People, permission: 'people:manage', weight: 2 },
  'GET /api/audit': {
    query: AuditQuery,
    answer: AuditEntries,
    permission: 'audit:read',
    weight: 3,
  },
  'GET /api/reads': { query: AuditQuery, answer: PersonReadRows, permission: 'audit:read' },
  'GET /api/system': { answer: System, permission: 'system:read' },
  // The items depend on the role; a person whom none of them concerns gets an empty list.
  'GET /api/needs': { answer: Needs, weight: 2 },
  'GET /api/webhooks': { answer: FailingWebhooks, permission: 'deliveries:read' },
  'GET /api/webhooks/:merchant': {
    answer: WebhookAnswer,
    permission: 'deliveries:read',
    weight: 3,
  },
  'GET /api/webhooks/:merchant/events': {
    query: ListWebhookEvents,
    answer: WebhookEvents,
    permission: 'deliveries:read',
    weight: 4,
  },
  'GET /api/webhooks/:merchant/matching': {
    query: CountMatching,
    answer: MatchingAnswer,
    permission: 'deliveries:read',
    weight: 3,
  },
  'GET /api/webhooks/:merchant/events/:event': {
    answer: WebhookEvent,
    permission: 'deliveries:read',
    weight: 4,
  },
  'POST /api/webhooks/:merchant/events/:event/body': {
    answer: WebhookBody,
    permission: 'deliveries:read',
    showsPerson: true,
    weight: 3,
  },
}

const ACTION_PATH = '/api/dashboard-actions/:name'
const CEREMONY_PATH = '/api/ceremonies'

export interface DashboardCall extends Omit<Known, 'query' | 'body' | 'weight'> {
  id: string
  method: string
  /** The route's pattern, with parameters such as `:id`. */
  path: string
  dashboardAction?: DashboardAction
  query: JsonSchema | undefined
  body: JsonSchema | undefined
  weight: number
}

/** Every route of the dashboard, and each dashboard action with and without a challenge before it. */
export function callsOf(routes: Dashboard['routes']): DashboardCall[] {
  return routes.flatMap(({ method, path }): DashboardCall[] => {
    if (path === ACTION_PATH) return DASHBOARD_ACTION_NAMES.map(performing)
    if (path === CEREMONY_PATH) return DASHBOARD_ACTION_NAMES.map(beginning)
    const id = `${method} ${path}`
    const {
      query,
      body = method === 'POST' ? z.strictObject({}) : undefined,
      ...known
    } = KNOWN[id] ?? {}
    const schemas = { query: query && schemaOf(query), body: body && schemaOf(body) }
    return [{ id, method, path, weight: 1, ...known, ...schemas }]
  })
}

/** The call of a request, whatever form its path has; undefined where the backend has none. */
export function callOf(
  calls: readonly DashboardCall[],
  { method, path, body }: { method: string; path: string; body: unknown },
): DashboardCall | undefined {
  const parts = segmentsOf(path)
  const { dashboardAction } = Object(body) as { dashboardAction?: unknown }
  return calls.find((call) => {
    const wanted = call.path.split('/')
    const isThere =
      wanted.length === parts.length &&
      wanted.every((part, index) => part.startsWith(':') || part === parts[index])
    const isMethod = call.method === method || (call.method === 'GET' && method === 'HEAD')
    return (
      isThere &&
      isMethod &&
      (call.path !== CEREMONY_PATH || call.dashboardAction === dashboardAction)
    )
  })
}

/** The decoded segments of a path, as a router reads them. */
export function segmentsOf(path: string): string[] {
  const { pathname } = new URL(path, 'http://localhost')
  return pathname.split('/').map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
}

/** Calls of the backend that the table lacks. They would be made without their fields, and any answer would pass. */
export function unknownCalls(routes: Dashboard['routes']): string[] {
  return routes
    .filter(
      ({ path }) => path.startsWith('/api/') && path !== ACTION_PATH && path !== CEREMONY_PATH,
    )
    .map(({ method, path }) => `${method} ${path}`)
    .filter((id) => KNOWN[id] === undefined)
}

/** Calls of the table for which the backend has no route. */
export function strayCalls(routes: Dashboard['routes']): string[] {
  const ids = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  return Object.keys(KNOWN).filter((id) => !ids.has(id))
}

function performing(dashboardAction: DashboardAction): DashboardCall {
  const { input, answer, permission } = DASHBOARD_ACTIONS[dashboardAction]
  const body = z.strictObject({
    input,
    // Optional in the sandbox; a wrong one is refused.
    signature: z.strictObject({ ceremonyId: z.uuid(), assertion: PasskeyAssertion }).optional(),
  })
  const path = `/api/dashboard-actions/${dashboardAction}`
  // Links, and the ends of those who made them, meet only when there are many of both.
  const weight = permission === 'people:manage' ? 3 : 1.5
  const known = { dashboardAction, answer, query: undefined, body: schemaOf(body), weight }
  return { id: `POST ${path}`, method: 'POST', path, ...known, ...neededFor(permission) }
}

function beginning(dashboardAction: DashboardAction): DashboardCall {
  const { input, permission } = DASHBOARD_ACTIONS[dashboardAction]
  const body = schemaOf(z.strictObject({ dashboardAction: z.literal(dashboardAction), input }))
  const known = {
    dashboardAction,
    answer: DashboardActionCeremony,
    query: undefined,
    body,
    weight: 0.4,
  }
  const id = `POST ${CEREMONY_PATH} ${dashboardAction}`
  return { id, method: 'POST', path: CEREMONY_PATH, ...known, ...neededFor(permission) }
}

/** Dashboard actions on one's own account need no role. */
function neededFor(permission: Permission | 'own'): { permission?: Permission } {
  return permission === 'own' ? {} : { permission }
}

/** The JSON schema, with each `$ref` replaced by its definition. */
function schemaOf(schema: z.ZodType): JsonSchema {
  const { $defs = {}, ...whole } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return JSON.parse(JSON.stringify(whole), (_, part: unknown) => {
    const { $ref } = Object(part) as { $ref?: string }
    return $ref === undefined ? part : $defs[$ref.split('/').at(-1) ?? '']
  }) as JsonSchema
}
