import type { Scope } from '../api-key.ts'
import type { Seat } from './roles.ts'

/** How far a permission goes, the widest first. */
export const EXTENTS = [
  'all',
  /** Refunds: up to the person's own limit. A larger one needs a person whose permission is wider. */
  'up_to_limit',
  /** Personal data: masked; shown one person at a time, and each look is recorded. */
  'on_request',
  'masked',
  'at_most_100',
  'at_most_10',
  /** Every figure but sums of money. */
  'without_sums',
  'own_entries',
  /** Only for a merchant to whose own people the operator has granted it. */
  'where_allowed',
] as const
export type Extent = (typeof EXTENTS)[number]

type Grants = Readonly<Partial<Record<Seat, Extent>>>

/**
 * What each role may do. The server's decisions, the buttons and the tests are made from this one table. A role without an
 * entry lacks the permission. A merchant's role has each permission for that merchant alone.
 */
export const PERMISSIONS = {
  /** Payments, sessions, refunds, and their timelines. */
  'payments:read': {
    admin: 'all',
    support: 'all',
    finance: 'all',
    viewer: 'all',
    merchant_owner: 'all',
    merchant_developer: 'all',
    merchant_support: 'all',
    merchant_finance: 'all',
  },
  'stats:read': {
    admin: 'all',
    support: 'without_sums',
    finance: 'all',
    viewer: 'all',
    merchant_owner: 'all',
    merchant_developer: 'all',
    merchant_support: 'without_sums',
    merchant_finance: 'all',
  },
  /** A shopper's name, e-mail, phone, tax id and address. */
  'persons:read': {
    admin: 'all',
    support: 'on_request',
    finance: 'masked',
    viewer: 'masked',
    merchant_owner: 'all',
    merchant_developer: 'masked',
    merchant_support: 'on_request',
    merchant_finance: 'masked',
  },
  'payments:refund': {
    admin: 'all',
    support: 'up_to_limit',
    finance: 'up_to_limit',
    merchant_owner: 'all',
    merchant_support: 'up_to_limit',
    merchant_finance: 'up_to_limit',
  },
  /** Capture what is authorised, or release it: at most what the shopper agreed to. */
  'payments:capture': {
    admin: 'all',
    support: 'all',
    finance: 'all',
    merchant_owner: 'all',
    merchant_support: 'all',
    merchant_finance: 'all',
  },
  /** Cancel a session, ask the processor now, send a receipt again. */
  'payments:manage': {
    admin: 'all',
    support: 'all',
    merchant_owner: 'all',
    merchant_support: 'all',
  },
  /** Note something about a dispute. It is answered in the processor's portal. */
  'disputes:write': {
    admin: 'all',
    support: 'all',
    finance: 'all',
    merchant_owner: 'all',
    merchant_support: 'all',
    merchant_finance: 'all',
  },
  /** Decide about an amount other than the one that was asked, and about money that is owed back. */
  'payments:decide': { admin: 'all', finance: 'all' },
  'deliveries:read': {
    admin: 'all',
    support: 'all',
    viewer: 'masked',
    merchant_owner: 'all',
    merchant_developer: 'all',
    merchant_support: 'masked',
  },
  'deliveries:replay': {
    admin: 'all',
    support: 'at_most_100',
    merchant_owner: 'all',
    merchant_developer: 'all',
    merchant_support: 'at_most_10',
  },
  /** Records of keys, the webhook endpoint, origins: never a secret. */
  'keys:read': {
    admin: 'all',
    support: 'all',
    viewer: 'all',
    merchant_owner: 'all',
    merchant_developer: 'all',
  },
  /** Issue and rotate. */
  'keys:issue': {
    admin: 'all',
    merchant_owner: 'where_allowed',
    merchant_developer: 'where_allowed',
  },
  'keys:revoke': {
    admin: 'all',
    support: 'all',
    merchant_owner: 'all',
    merchant_developer: 'all',
  },
  'callback:write': {
    admin: 'all',
    merchant_owner: 'where_allowed',
    merchant_developer: 'where_allowed',
  },
  'webhook_secret:rotate': {
    admin: 'all',
    merchant_owner: 'where_allowed',
    merchant_developer: 'where_allowed',
  },
  /** Files; columns with personal data need `persons:read`, too. */
  'exports:create': {
    admin: 'all',
    finance: 'all',
    merchant_owner: 'all',
    merchant_finance: 'all',
  },
  'merchants:create': { admin: 'all' },
  'merchant_look:write': { admin: 'all', merchant_owner: 'all' },
  'merchant_settings:write': { admin: 'all' },
  'people:manage': { admin: 'all', merchant_owner: 'all' },
  'audit:read': {
    admin: 'all',
    support: 'own_entries',
    finance: 'all',
    viewer: 'all',
    merchant_owner: 'all',
    merchant_developer: 'all',
    merchant_support: 'own_entries',
    merchant_finance: 'all',
  },
  /** Processes, migrations, backlog, versions: they belong to no merchant. */
  'system:read': { admin: 'all', support: 'all', viewer: 'all' },
} as const satisfies Readonly<Record<string, Grants>>

export type Permission = keyof typeof PERMISSIONS
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[]

/** Permissions that only the operator's people can have. */
export const OPERATOR_ONLY = [
  'payments:decide',
  'merchants:create',
  'merchant_settings:write',
  'system:read',
] as const satisfies readonly Permission[]

/** The seats whose refunds need no signature within their limit. */
export const REFUNDS_UNSIGNED = ['support', 'merchant_support'] as const satisfies readonly Seat[]

/** Permissions that the operator may grant to a merchant's own people. */
export const ALLOWABLE_PERMISSIONS = [
  'keys:issue',
  'callback:write',
  'webhook_secret:rotate',
] as const satisfies readonly Permission[]
export type AllowablePermission = (typeof ALLOWABLE_PERMISSIONS)[number]

/**
 * The permissions of which a scope's calls make use. A person issues a key with a scope only if they have each of these in full.
 * Creating sessions and canceling unpaid ones needs no permission beyond `keys:issue`.
 */
export const PERMISSIONS_OF_SCOPE = {
  'sessions:read': ['payments:read', 'persons:read'],
  'sessions:write': [],
  'refunds:write': ['payments:refund'],
  'captures:write': ['payments:capture'],
  'events:read': ['deliveries:read', 'persons:read'],
  'events:replay': ['deliveries:replay'],
  'sandbox:simulate': [],
} as const satisfies Readonly<Record<Scope, readonly Permission[]>>

export function grantOf(seat: Seat, permission: Permission): Extent | undefined {
  const grants: Grants = PERMISSIONS[permission]
  return grants[seat]
}
