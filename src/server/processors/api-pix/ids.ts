const PREFIX_OF_CHARGES = 'HCPAY'
const TXID = /^HCPAY([0-9A-Za-z]{22})$/
const RETURN_ID = /^re([0-9A-Za-z]{22})(?:p\d{1,4})?$/

/** The `txid` of a payment's charge: 27 letters and digits, where the standard wants 26 to 35. */
export function txidOf(paymentId: string): string {
  return PREFIX_OF_CHARGES + paymentId.slice('pay_'.length)
}

/** The payment of a `txid`; undefined when it is not one of the checkout's. */
export function paymentIdOf(txid: string | undefined): string | undefined {
  const body = TXID.exec(txid ?? '')?.[1]
  return body === undefined ? undefined : `pay_${body}`
}

/** The id of a refund's return (`devolucao`): 24 letters and digits. */
export function returnIdOf(refundId: string): string {
  return `re${refundId.slice('re_'.length)}`
}

/** The id of one return of a refund that several Pix pay: at most 29 letters and digits, where the standard takes 35. */
export function partIdOf(refundId: string, number: number): string {
  return `${returnIdOf(refundId)}p${number}`
}

/** The refund of a return, which may be a part of it; undefined when the checkout did not ask for it. */
export function refundIdOf(returnId: string): string | undefined {
  const body = RETURN_ID.exec(returnId)?.[1]
  return body === undefined ? undefined : `re_${body}`
}
