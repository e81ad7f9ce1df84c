import { describe, expect, it } from 'vitest'
import { problem } from '#proof/testing/api-pix/examples.ts'
import {
  chargeOf,
  KNOWN,
  openTestAdapter,
  PAYMENT_ID,
  PIX_KEY,
  pixOf,
  type Reply,
  TXID,
} from '#proof/testing/api-pix/open-test-adapter.ts'
import { isProcessorSilent } from '../processor.ts'
import { NotConnected } from '../http/http.ts'

const REMOVED = chargeOf({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
const PAID = chargeOf({ status: 'CONCLUIDA', pix: [pixOf()] })
const REFUSED: Reply = [400, problem('CobOperacaoInvalida', 400)]
const UNKNOWN: Reply = [404, problem('NaoEncontrado', 404)]
const PATCH = `PATCH /cob/${TXID}`
const PUT = `PUT /cob/${TXID}`
const GET = `GET /cob/${TXID}`

function cancel(replies: Reply[]) {
  const { processor, asked } = openTestAdapter(replies)
  return { asked, outcome: processor.cancelPayment(PAYMENT_ID, KNOWN) }
}

describe('a Pix that is given up', () => {
  it.each<[string, Reply[], object, string[]]>([
    ['is removed', [[200, REMOVED]], { status: 'failed', declineCode: 'replaced' }, [PATCH]],
    ['was paid meanwhile', [REFUSED, [200, PAID]], { capturedMinor: 25_990 }, [PATCH, GET]],
    ['was removed before', [REFUSED, [200, REMOVED]], { declineCode: 'replaced' }, [PATCH, GET]],
    [
      'is confirmed without a body',
      [[200], [200, REMOVED]],
      { declineCode: 'replaced' },
      [PATCH, GET],
    ],
    [
      'is confirmed with its status of before',
      [
        [200, chargeOf()],
        [200, REMOVED],
      ],
      { declineCode: 'replaced' },
      [PATCH, GET],
    ],
    [
      'cannot be removed',
      [REFUSED, [200, chargeOf()]],
      { status: 'requires_action' },
      [PATCH, GET],
    ],
  ])('%s', async (_, replies, expected, what) => {
    const { outcome, asked } = cancel(replies)
    expect(await outcome).toMatchObject(expected)
    expect(asked.map((one) => one.what)).toEqual(what)
  })

  it('is removed by a change of its status alone', async () => {
    const { outcome, asked } = cancel([[200, REMOVED]])
    await outcome
    expect(asked[0]?.body).toEqual({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  })
})

describe('a Pix that the bank does not know', () => {
  it('is made and removed, so that a late request is refused', async () => {
    const { outcome, asked } = cancel([UNKNOWN, [201, chargeOf()], [200, REMOVED], [200, REMOVED]])
    expect(await outcome).toMatchObject({ status: 'failed', declineCode: 'processing_error' })
    expect(asked.map((one) => one.what)).toEqual([PATCH, PUT, PATCH, GET])
    expect(asked[1]?.body).toEqual({
      calendario: { expiracao: 60 },
      valor: { original: '259.90' },
      chave: PIX_KEY,
    })
  })

  it.each<[string, Reply[], object]>([
    [
      'since the late request came in between',
      [UNKNOWN, REFUSED, [200, REMOVED], [200, REMOVED]],
      { status: 'failed', declineCode: 'processing_error' },
    ],
    [
      'since it came in between and was paid',
      [UNKNOWN, REFUSED, REFUSED, [200, PAID]],
      { status: 'succeeded', capturedMinor: 25_990 },
    ],
  ])('%s', async (_, replies, expected) => {
    expect(await cancel(replies).outcome).toMatchObject(expected)
  })

  it.each<[string, Reply[]]>([
    ['is still active', [UNKNOWN, [201, chargeOf()], REFUSED, [200, chargeOf()]]],
    ['cannot be made', [UNKNOWN, REFUSED, UNKNOWN, UNKNOWN]],
    [
      'is made, and then the bank is gone',
      [UNKNOWN, [201, chargeOf()], new NotConnected('ETIMEDOUT')],
    ],
    ['is confirmed, and then not known', [[200], UNKNOWN]],
  ])('is not given up while it %s', async (_, replies) => {
    await expect(cancel(replies).outcome).rejects.toSatisfy(isProcessorSilent)
  })
})
