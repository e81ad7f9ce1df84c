import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { readTestCa, readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'
import { hasNotificationArrived } from '../database/payments/processor-notifications.ts'
import { certificateRule, type Account } from '../processors/accounts/accounts.ts'
import type { NotificationArrival, Processor } from '../processors/processor.ts'
import { createProcessors } from '../processors/processors.ts'
import { createReceiveNotification } from './processor-notifications.ts'

const URL_BASE = 'https://hooks.test/processor/notifications'
const CA = new X509Certificate(readTestCa())
const OTHER_CA = new X509Certificate(selfSignedCertificate('other').cert)
const BANK = new X509Certificate(readTestCertificate('bank-client').cert)

describe('S-91: POST /processor/notifications/{account}', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const accountOf = (name: string, webhookAuthorities: X509Certificate[]): Account => ({
    name,
    module: 'own',
    isRetired: name === 'retired',
    processor: undefined,
    notificationUrl: `${URL_BASE}/${name}`,
    webhookAuthorities,
  })

  /** Opens four accounts; `arrivals` are what their modules were given. */
  function open(now = new Date()) {
    const arrivals: [string, NotificationArrival][] = []
    const processor = (name: string): Processor => ({
      ...createScriptedProcessor(),
      name,
      async readNotification(_body, _headers, arrival) {
        arrivals.push([name, arrival])
        return []
      },
    })
    const names = ['bank', 'retired', 'elsewhere', 'open']
    const accounts = [
      accountOf('bank', [CA]),
      accountOf('retired', [CA]),
      accountOf('elsewhere', [OTHER_CA]),
      accountOf('open', []),
    ]
    const all = names.map(processor)
    const processors = createProcessors(all, { pix: 'bank' })
    const context = { ...api.context, processor: all[3] ?? api.context.processor, processors }
    const receive = createReceiveNotification(context, {
      certificateRule: certificateRule(accounts, () => now),
    })
    const post = async (path: string, certificate?: X509Certificate, address = '93.184.216.34') => {
      const headers = { 'content-type': 'application/json' }
      const request = new Request(URL_BASE + path, { method: 'POST', headers, body: '{}' })
      return (await receive(request, { address, certificate })).status
    }
    return { arrivals, post }
  }

  it('reaches the module of the account, with what follows its name, also of a retired one', async () => {
    const { arrivals, post } = open()
    expect(await post('/bank/pix', BANK)).toBe(204)
    expect(await post('/retired', BANK)).toBe(204)
    expect(await post('/open/a/b')).toBe(204)
    expect(arrivals).toEqual([
      ['bank', { path: '/pix', isCertified: true }],
      ['retired', { path: '', isCertified: true }],
      ['open', { path: '/a/b', isCertified: false }],
    ])
  })

  it('without a name reaches the first account, as before', async () => {
    const { arrivals, post } = open()
    expect(await post('')).toBe(204)
    expect(arrivals).toEqual([['open', { path: '', isCertified: false }]])
  })

  it.each(['/nobody', '/nobody/pix', 's/bank', '//bank', '/BANK/pix', '/%62ank'])(
    '404 for %s, which no module sees',
    async (path) => {
      const { arrivals, post } = open()
      expect(await post(path, BANK)).toBe(404)
      expect(arrivals).toEqual([])
    },
  )

  it.each<[string, string, X509Certificate | undefined]>([
    ['no certificate', '/bank/pix', undefined],
    ['a certificate of the authority of another account', '/elsewhere/pix', BANK],
    ['the certificate of the authority itself', '/elsewhere/pix', CA],
  ])('400 for %s, which no module sees', async (_, path, certificate) => {
    const { arrivals, post } = open()
    expect(await post(path, certificate)).toBe(400)
    expect(arrivals).toEqual([])
  })

  it('400 for a certificate that has ended, or whose authority has', async () => {
    const { arrivals, post } = open(new Date('2120-06-01T00:00:00Z'))
    expect(await post('/bank/pix', BANK)).toBe(400)
    expect(arrivals).toEqual([])
  })

  it('429 after 30 forgeries of one address, for that account alone', async () => {
    const { post } = open()
    for (let forged = 0; forged < 30; forged++) expect(await post('/bank/pix')).toBe(400)
    expect(await post('/bank/pix')).toBe(429)
    expect(await post('/retired/pix', BANK)).toBe(204)
  })

  it('S-142: 429 after 30 forgeries of one IPv6 network, each from another of its addresses', async () => {
    const { post } = open()
    const at = (host: number) => `2a00:1450:1:2::${host.toString(16)}`
    for (let forged = 0; forged < 30; forged++)
      expect(await post('/bank/pix', undefined, at(forged))).toBe(400)
    expect(await post('/bank/pix', undefined, at(30))).toBe(429)
    expect(await post('/bank/pix', undefined, '2a00:1450:1:3::1')).toBe(400)
  })

  it('keeps one about a payment of an account trial, and asks nobody about it', async () => {
    const processor = createScriptedProcessor()
    const paymentId = 'pay_HOMOLOG0Tq4mFhZ7Rk2vXw'
    processor.readNotification = async () => [
      { notificationId: 'n1', paymentId },
      { notificationId: 'n2', paymentId: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye' },
    ]
    const context = { ...api.context, processor, processors: createProcessors([processor]) }
    const receive = createReceiveNotification(context)
    const post = () => {
      const headers = { 'content-type': 'application/json' }
      return receive(new Request(URL_BASE, { method: 'POST', headers, body: '{}' }))
    }
    const has = (since: Date) =>
      hasNotificationArrived(api.database, { processor: processor.name, paymentId, since })
    const start = api.clock.now()
    expect(await has(start)).toBe(false)
    expect([(await post()).status, (await post()).status]).toEqual([204, 204])
    expect(await has(start)).toBe(true)
    expect(await has(new Date(start.getTime() + 3_600_000))).toBe(false)
    expect(
      await api.sql('select notification_id, payment_id, pending from processor_notifications'),
    ).toEqual([{ notification_id: 'n1', payment_id: paymentId, pending: false }])
    expect(processor.calls).toEqual([])
  })
})
