import { describe, expect, it } from 'vitest'
import type { Membership } from '#contract/dashboard/roles.ts'
import type { Received } from '../judge.ts'
import type { DashboardCall } from './calls.ts'
import { judgeDashboard, type Asked } from './judge.ts'
import type { Rights, Tenant } from './stage.ts'

const MERCHANT_ID = '3af6eb13-cf6c-470e-9b7c-a5a68acafb73'
const SHOPPER = 'ada@mail.example'

const rightsOf = (...memberships: Membership[]): Rights => ({
  isActive: true,
  memberships,
  peopleMay: new Map(),
})
const owner = rightsOf({ merchantId: MERCHANT_ID, role: 'owner' })

function callOf(more: Partial<DashboardCall> = {}): DashboardCall {
  const path = '/api/timeline/:id/person'
  return { id: 'x', method: 'POST', path, query: undefined, body: {}, weight: 1, ...more }
}

function asked(more: Partial<Asked> = {}): Asked {
  return {
    call: callOf({ permission: 'persons:read', showsPerson: true }),
    method: 'POST',
    isFromElsewhere: false,
    isSpoiled: false,
    isSignedIn: true,
    path: '/api/%74imeline/cs_x/person',
    body: {},
    rights: owner,
    maker: undefined,
    recorded: { reads: 1, acts: 0 },
    held: 0,
    tenants: [
      { merchantId: MERCHANT_ID, shopperEmail: SHOPPER, plants: [SHOPPER] } as unknown as Tenant,
    ],
    ...more,
  }
}

function received(body: unknown = { email: SHOPPER }): Received {
  const headers = new Headers({ 'cache-control': 'no-store', 'x-request-id': 'req_1' })
  return { status: 200, headers, body, text: body === undefined ? '' : JSON.stringify(body) }
}

describe("R-88: the judge of the dashboard's calls", () => {
  it('lets a recorded look at a person pass, however its path is written', () => {
    expect(judgeDashboard(asked(), received())).toEqual([])
  })

  it.each<[string, Partial<Asked>, Received]>([
    ['in full, unrecorded', { recorded: { reads: 0, acts: 1 } }, received()],
    ['in full', { call: callOf() }, received()],
    [
      'HEAD has a body',
      { method: 'HEAD', call: callOf({ method: 'GET' }), recorded: { reads: 0, acts: 0 } },
      received({}),
    ],
    ['HEAD was recorded', { method: 'HEAD' }, received(undefined)],
    ['permits for exports are held', { held: 2 }, received()],
    ['a NUL was taken', { body: { text: 'a\u0000b' } }, received()],
    [
      'a NUL was taken',
      { path: '/api/audit?actor=%00', call: callOf({ query: {} }) },
      received({}),
    ],
    [
      'given twice',
      { path: '/api/audit?after=1&after=2', call: callOf({ query: {} }) },
      received({}),
    ],
    ['who was disabled', { rights: { ...owner, isActive: false } }, received()],
    [
      'whose maker may make none',
      { maker: { rights: { ...owner, isActive: false }, merchantId: MERCHANT_ID } },
      received(),
    ],
    [
      'whose maker may make none',
      {
        maker: {
          rights: rightsOf({ merchantId: MERCHANT_ID, role: 'finance' }),
          merchantId: MERCHANT_ID,
        },
      },
      received(),
    ],
    ['whose maker may make none', { maker: { rights: owner, merchantId: null } }, received()],
    ['without the permission', { rights: rightsOf() }, received({})],
    [
      'without the permission',
      {
        call: callOf({ path: '/api/webhooks/:merchant', permission: 'deliveries:read' }),
        path: '/api/webhooks/8F14E45F-CEEA-467F-A8D5-1B1A0D3C9F4E',
      },
      received({}),
    ],
  ])('reports: %s', (fault, more, answer) => {
    expect(judgeDashboard(asked(more), answer).join()).toContain(fault)
  })

  it('lets a NUL pass where no call looks', () => {
    expect(judgeDashboard(asked({ path: '/api/timeline/cs_x/person?x=%00' }), received())).toEqual(
      [],
    )
  })

  it('takes a merchant in capitals for the merchant', () => {
    const call = callOf({ path: '/api/webhooks/:merchant', permission: 'deliveries:read' })
    const path = `/api/webhooks/${MERCHANT_ID.toUpperCase()}`
    expect(judgeDashboard(asked({ call, path }), received({}))).toEqual([])
  })
})
