import { describe, expect, it } from 'vitest'
import { problem } from '#proof/testing/api-pix/examples.ts'
import {
  chargeOf,
  contextOf,
  openTestAdapter,
  PIX_KEY,
  type Reply,
  SETTINGS,
} from '#proof/testing/api-pix/open-test-adapter.ts'
import type { ProcessorContext } from '../load-processor.ts'
import { isProcessorRefused } from '../processor.ts'

const URL = contextOf().notificationUrl
const REMOVED = chargeOf({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })

function run(name: string, replies: Reply[], changes: Partial<ProcessorContext> = {}) {
  const { processor, asked } = openTestAdapter(replies, changes)
  const check = processor.checks?.find((check) => check.name === name)
  expect(check).toBeDefined()
  return { asked, found: check?.run() }
}

describe('the checks of an account', () => {
  it('find the end of its certificate', async () => {
    expect(await run('certificate', []).found).toBe('certificate ends on 2049-12-31, in 8442 days')
  })

  it('obtain a token', async () => {
    const { found, asked } = run('credentials', [])
    expect(await found).toBe('the bank gave a token')
    expect(asked).toEqual([])
  })

  it('make and remove a charge of one centavo that is not ours', async () => {
    const { found, asked } = run('charge', [
      [201, chargeOf()],
      [200, REMOVED],
    ])
    expect(await found).toBe('a charge of R$ 0.01 was made and removed')
    expect(asked).toMatchObject([
      {
        what: expect.stringMatching(/^PUT \/cob\/HCCHECK\w{22}$/),
        body: { valor: { original: '0.01' } },
      },
      { what: expect.stringMatching(/^PATCH \/cob\/HCCHECK\w{22}$/) },
    ])
  })

  it.each<[string, Reply[], RegExp]>([
    [
      'is refused',
      [[400, problem('CobOperacaoInvalida', 400)]],
      /was refused with 400 CobOperacaoInvalida/,
    ],
    [
      'cannot be removed',
      [
        [201, chargeOf()],
        [400, {}],
      ],
      /PATCH .* was refused/,
    ],
    [
      'has no code',
      [
        [201, chargeOf({ pixCopiaECola: undefined })],
        [200, REMOVED],
      ],
      /set receiver/,
    ],
    [
      'has no location',
      [
        [201, chargeOf({ pixCopiaECola: undefined, location: undefined })],
        [200, REMOVED],
      ],
      /neither pixCopiaECola nor location/,
    ],
  ])('fail for a charge that %s', async (_, replies, reason) => {
    await expect(run('charge', replies).found).rejects.toThrow(reason)
  })

  it.each<[string, Reply, RegExp]>([
    ['here', [200, { webhookUrl: URL }], /^the webhook is https/],
    ['here, with a slash', [200, { webhookUrl: `${URL}/` }], /^the webhook is https/],
  ])('find the webhook registered: %s', async (_, reply, found) => {
    expect(await run('webhook', [reply]).found).toMatch(found)
  })

  it.each<[string, Reply, RegExp]>([
    [
      'is elsewhere',
      [200, { webhookUrl: 'https://old.example' }],
      /the webhook is https:\/\/old.example: it should be/,
    ],
    ['is missing', [404, problem('WebhookNaoEncontrado', 404)], /no webhook is registered/],
    ['cannot be read', [403, {}], /refused with 403/],
  ])('fail for a webhook that %s', async (_, reply, reason) => {
    await expect(run('webhook', [reply]).found).rejects.toThrow(reason)
  })

  it('ask nothing about a webhook that the bank registers itself', async () => {
    const settings = { ...SETTINGS, dialect: 'itau' }
    expect(await run('webhook', [], { settings }).found).toMatch(/^not checked/)
  })
})

describe('a webhook', () => {
  it('is registered for the Pix key', async () => {
    const { register, asked } = openTestAdapter([[200]])
    await register()
    expect(asked).toMatchObject([{ what: `PUT /webhook/${PIX_KEY}`, body: { webhookUrl: URL } }])
  })

  it.each<[string, Reply[], object]>([
    ['the bank refuses it', [[400, problem('WebhookOperacaoInvalida', 400)]], {}],
    ['the bank registers webhooks itself', [], { dialect: 'itau' }],
  ])('is not registered when %s', async (_, replies, changes) => {
    const { register } = openTestAdapter(replies, { settings: { ...SETTINGS, ...changes } })
    await expect(register()).rejects.toSatisfy(isProcessorRefused)
  })
})

describe('the account', () => {
  it('takes Pix, and no cards', async () => {
    const { processor } = openTestAdapter([])
    expect(processor.methods).toEqual(['pix'])
    await expect(processor.cardEncryptionKey()).rejects.toSatisfy(isProcessorRefused)
  })
})
