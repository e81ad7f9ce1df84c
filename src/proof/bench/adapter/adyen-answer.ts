const PSP = 'NC6HT9CRT65ZGN82'

/** What Adyen answers to a payment by card, and to its capture. */
export function adyenAnswer(url: string): string {
  if (url.endsWith('/captures'))
    return JSON.stringify({
      merchantAccount: 'NorteBR',
      paymentPspReference: PSP,
      pspReference: 'WNS7WQ756L2GWR82',
      reference: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye',
      status: 'received',
      amount: AMOUNT,
    })
  return JSON.stringify({
    additionalData: {
      cvcResult: '1 Matches',
      authCode: '065696',
      avsResult: '4 AVS not supported for this card type',
      avsResultRaw: '4',
      cvcResultRaw: 'M',
      refusalReasonRaw: 'AUTHORISED',
      acquirerCode: 'TestPmmAcquirer',
      acquirerReference: '8PQMP9VIE9N',
      cardSummary: '1111',
      paymentMethod: 'visa',
    },
    pspReference: PSP,
    resultCode: 'Authorised',
    amount: AMOUNT,
    merchantReference: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye',
    paymentMethod: { brand: 'visa', type: 'scheme' },
  })
}

const AMOUNT = { currency: 'BRL', value: 25_990 }
