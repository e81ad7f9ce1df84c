/** A second after the charges of the examples were made. */
export const MADE_AT = '2020-09-09T20:15:01.358Z'
/** Just after the charges' hour, and the half minute that a payer's bank has to settle. */
export const EXPIRED_AT = '2020-09-09T21:15:30.359Z'
export const LISTED_SINCE = '2020-09-01T00:00:00.000Z'

export const PAYMENT_ID = 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye'
export const REFUND_ID = 're_0Tq4mFhZ7Rk2vXw9sLd3Ye'
/** Replaces each `txid` of an example, which is another system's. */
export const TXID = 'HCPAY0Tq4mFhZ7Rk2vXw9sLd3Ye'
/** The endToEndId of the Pix that is refunded. */
export const E2E_ID = 'E12345678202009091221abcdef12345'
/** For the code of a charge: the charges of the examples have a location, but no code. */
export const RECEIVER = { name: 'Loja', city: 'Recife' }
export const WEBHOOK_URL = 'https://pix.example.com/api/webhook/'
/** The Pix key of `cobBody2`. */
export const PIX_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'

/** The outcome of a charge that can be paid, with the code that the Central Bank's manual prescribes. */
function waiting(location: string, brCode: string) {
  return {
    status: 'requires_action',
    action: { type: 'pix', brCode, expiresAt: '2020-09-09T21:15:00.358Z' },
    payeeName: 'Loja',
    references: { txid: TXID },
    state: { location, revision: 0 },
  }
}

/** The outcome of `cobResponse1`. */
export const WAITING = waiting(
  'pix.example.com/qr/9d36b84fc70b478fb95c12729b90ca25',
  '00020101021226730014br.gov.bcb.pix2551pix.example.com/qr/9d36b84fc70b478fb95c12729b90ca255204000053039865802BR5904Loja6006Recife62070503***630415A8',
)

/** The outcome of `cobResponse5` to `cobResponse7`, by which the payer also gets cash. */
export const WAITING_WITH_CASH = waiting(
  'pix.example.com/qr/7faa6893c4e64893a503baf0d40af213',
  '00020101021226730014br.gov.bcb.pix2551pix.example.com/qr/7faa6893c4e64893a503baf0d40af2135204000053039865802BR5904Loja6006Recife62070503***6304982F',
)

export function expired({ payeeName, references, state }: typeof WAITING) {
  return { status: 'failed', declineCode: 'pix_expired', payeeName, references, state }
}

/** The outcome of `cobResponse2`. Its return is still in process, so that nothing has been taken back yet. */
export const PAID = {
  status: 'succeeded',
  capturedMinor: 11_000,
  currency: 'BRL',
  paidAt: '2020-09-09T20:15:00.358Z',
  payeeName: 'Loja',
  references: { txid: TXID, endToEndId: 'E1234567820200909122120200808008' },
  state: {
    location: 'pix.example.com/qr/1dd7f893a58e417287028dc33e21a403',
    revision: 1,
    pixCount: 1,
  },
}

/** The outcome of `devolucaoResponse1`. */
export const PENDING = {
  status: 'pending',
  references: { returnId: 'D12345678202009091000abcde123456' },
  state: { endToEndId: E2E_ID },
}

/** The outcome of `devolucaoResponse2`. */
export const NOT_MADE = {
  status: 'failed',
  references: { returnId: 'D12345678202011111000fghij789012' },
  state: { endToEndId: E2E_ID },
}

/** The movements of `getPix1`, as if its three Pix had paid one charge. */
export const MOVEMENTS = [
  captured('E12345678202009091221abcdef12345', 10_000),
  captured('E12345678202009091221ghijk78901234', 20_000),
  captured('E88631478202009091221ghijk78901234', 20_000),
]

function captured(part: string, amountMinor: number) {
  const at = new Date('2020-09-10T13:03:33.902Z')
  return { kind: 'capture', id: PAYMENT_ID, part, amountMinor, currency: 'BRL', at }
}
