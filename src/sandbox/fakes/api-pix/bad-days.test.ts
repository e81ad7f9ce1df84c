import { describe, expect, it } from 'vitest'
import { createDice } from '#proof/campaigns/shared/dice.ts'
import {
  chargeOf,
  openTestPixBank,
  SHOP,
  SHOP_KEY,
  txidOf,
  WEBHOOK_URL,
} from '#proof/testing/pix-bank.ts'
import { BAD_DAYS, badDaysNamed, createBadDays, type BadDay } from './bad-days.ts'

const TXID = txidOf(1)
const COB = `/cob/${TXID}`

/** Requests a charge on a bad day; returns the answer, and whether the charge was made. */
async function putOn(day: BadDay<'call'>) {
  const bank = openTestPixBank({ isUnchecked: true })
  bank.control.plan('call', day, { place: 'PUT /cob/:txid' })
  const answer = await bank
    .call('PUT', COB, chargeOf('1.00'))
    .catch((error: Error) => ({ lost: error.message }))
  return { answer, isDone: bank.control.cob(SHOP.id, TXID) !== undefined, waited: bank.waited }
}

const LOST = { lost: 'the connection was lost' }

describe('a bad day of a call', () => {
  it.each([
    ['late', { status: 201 }, true],
    ['lost before', LOST, false],
    ['lost after', LOST, true],
    ['internal error', { status: 500, body: { status: 500 } }, false],
    ['internal error after', { status: 500 }, true],
    ['unavailable', { status: 503, body: { status: 503 } }, false],
    ['timed out after', { status: 504 }, true],
    ['too many', { status: 429 }, false],
    ['hanging', { status: 418 }, true],
    ['gateway page', { status: 502, body: {} }, false],
    ['malformed', { status: 201, body: {} }, true],
    ['unknown fields', { status: 201, body: { txid: TXID, versao: '9' } }, true],
    ['unknown status', { status: 201, body: { txid: TXID, status: 'EM_ANALISE' } }, true],
    ['old token', { status: 401 }, false],
  ] as const)('%s', async (day, expected, isDone) => {
    const got = await putOn(day)
    expect(got.answer).toMatchObject(expected)
    expect(got.isDone).toBe(isDone)
    expect(got.waited).toEqual(day === 'late' ? [4000] : [])
  })

  it('leaves calls at other places alone, and is over when it was', async () => {
    const { call, control } = openTestPixBank()
    control.plan('call', 'unavailable', { place: 'GET /cob/:txid', times: 2 })
    expect((await call('PUT', COB, chargeOf('1.00'))).status).toBe(201)
    const looks = [await call('GET', COB), await call('GET', COB), await call('GET', COB)]
    expect(looks.map(({ status }) => status)).toEqual([503, 503, 200])
  })

  it('by the document stays a message of the document', async () => {
    for (const day of ['internal error', 'unavailable', 'timed out after', 'too many'] as const) {
      const { call, control } = openTestPixBank()
      control.plan('call', day)
      expect((await call('PUT', COB, chargeOf('1.00'))).status).toBeGreaterThan(428)
    }
  })
})

describe('bad days by a seed', () => {
  const drawn = (seed: number, allowed: readonly string[]) => {
    const dice = createDice(seed)
    const random = () => dice.below(1000) / 1000
    const days = createBadDays({ random, allowed, share: 0.5 })
    return Array.from({ length: 200 }, () => days.draw('call'))
  }

  it('are the same for the same seed, and of the allowed kind', () => {
    const allowed = badDaysNamed('lost')
    expect(allowed).toEqual(['call: lost before', 'call: lost after', 'token: token lost'])
    const days = drawn(7, allowed)
    expect(drawn(7, allowed)).toEqual(days)
    expect(drawn(8, allowed)).not.toEqual(days)
    expect(new Set(days)).toEqual(new Set([undefined, 'lost before', 'lost after']))
  })

  it('are all met', () => {
    expect(new Set(drawn(1, badDaysNamed()))).toEqual(
      new Set([undefined, ...Object.keys(BAD_DAYS.call)]),
    )
  })

  it('break the document only where they say so', async () => {
    const broken = /gateway|malformed|unknown|hanging|cut off|as the example/
    const allowed = badDaysNamed().filter((name) => !broken.test(name))
    for (let seed = 1; seed <= 20; seed++) {
      const dice = createDice(seed)
      const random = () => dice.below(1000) / 1000
      const badDays = createBadDays({ random, allowed, share: 0.4 })
      const { call, control, pass, webhooks } = openTestPixBank({ seed, badDays })
      const keepAsking = async (method: string, path: string, body?: object) => {
        for (let times = 0; times < 8; times++) {
          const answer = await call(method, path, body).catch(() => undefined)
          if (answer !== undefined && answer.status < 400) return
        }
      }
      await keepAsking('PUT', `/webhook/${SHOP_KEY}`, { webhookUrl: WEBHOOK_URL })
      for (const number of [1, 2, 3]) {
        await keepAsking('PUT', `/cob/${txidOf(number)}`, chargeOf('9.00'))
        control.pay(control.codeOf(SHOP.id, txidOf(number)) ?? '')
        await pass(60_000)
        const e2eid = control.pix().at(-1)?.endToEndId
        await keepAsking('PUT', `/pix/${e2eid}/devolucao/re${number}`, { valor: '1.00' })
        await keepAsking('GET', `/cob/${txidOf(number)}`)
        await pass(3_600_000)
      }
      expect(webhooks, `seed ${seed}`).not.toEqual([])
    }
  })
})
