import { describe, expect, it } from 'vitest'
import {
  apiRequest,
  chargeOf,
  openTestPixBank,
  OTHER,
  SHOP,
  tokenRequest,
  txidOf,
} from '#proof/testing/pix-bank.ts'

const COB = `/cob/${txidOf(1)}`
const HOUR_MS = 3_600_000

describe('POST /oauth/token', () => {
  it('grants what the customer may do, or less', async () => {
    const { send } = openTestPixBank()
    expect(await send(tokenRequest(SHOP))).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 3600, scope: SHOP.scopes.join(' ') },
    })
    expect((await send(tokenRequest(SHOP, 'cob.read pix.read'))).body).toMatchObject({
      scope: 'cob.read pix.read',
    })
    expect(await send(tokenRequest(SHOP, 'cob.read cobv.read'))).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    })
  })

  it.each([
    ['a wrong secret', { ...SHOP, clientSecret: 'x' }, SHOP],
    ['a client that is unknown', { ...SHOP, clientId: 'x' }, SHOP],
    ["another customer's certificate", SHOP, OTHER],
  ])('refuses %s', async (_, asked, as) => {
    const { send } = openTestPixBank()
    expect(await send(tokenRequest(asked), as)).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
  })
})

describe('a token', () => {
  it('is good for an hour, and with its certificate', async () => {
    const { send, tokenOf, pass, control } = openTestPixBank()
    const token = await tokenOf(SHOP)
    const put = (as = SHOP) => send(apiRequest('PUT', COB, { token, body: chargeOf('1.00') }), as)
    expect((await put()).status).toBe(201)
    expect((await put(OTHER)).status).toBe(401)
    await pass(HOUR_MS)
    expect((await put()).status).toBe(401)
    expect(control.ledger()).toEqual([])
  })

  it('is required, good for its scopes, and may be revoked', async () => {
    const { send, tokenOf, control } = openTestPixBank()
    const token = await tokenOf(SHOP, 'cob.read')
    expect(await send(apiRequest('PUT', COB, { token, body: chargeOf('1.00') }))).toMatchObject({
      status: 403,
      body: { type: 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado' },
    })
    expect((await send(apiRequest('GET', COB, { token }))).status).toBe(404)
    control.revokeTokens()
    expect((await send(apiRequest('GET', COB, { token }))).status).toBe(401)
  })

  it('is not to be had during an outage, or for five seconds alone', async () => {
    const { send, tokenOf, control, pass } = openTestPixBank()
    control.plan('token', 'outage')
    expect((await send(tokenRequest(SHOP))).status).toBe(503)
    control.plan('token', 'token lost')
    await expect(send(tokenRequest(SHOP))).rejects.toThrow('the connection was lost')
    control.plan('token', 'short')
    const token = await tokenOf(SHOP)
    await pass(5000)
    expect((await send(apiRequest('GET', COB, { token }))).status).toBe(401)
  })
})
