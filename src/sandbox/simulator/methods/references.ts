import { createHash } from 'node:crypto'
import type { PaymentMethod } from '#contract/payment.ts'
import { encodeBase62 } from '#domain/base62.ts'
import type { ProcessorReferences } from '#domain/settle.ts'

/** ISPB of the payer's bank: no institution has this one. */
const ISPB = '99999999'
const DIGEST_BYTES = 16
const REFERENCE_LENGTH = 16
const CODE_LENGTH = 6
const SUFFIX_LENGTH = 11
const NUMBER_LENGTH = 11

export interface Referred {
  id: string
  method: PaymentMethod
  isPaid: boolean
  createdAt: Date
  paidAt: Date | null
}

/** The references of a payment, derived from its id: the same in every answer. */
export function referencesOf({
  id,
  method,
  isPaid,
  createdAt,
  paidAt,
}: Referred): ProcessorReferences {
  const processorReference = `sim_${lettersOf(`reference ${id}`, REFERENCE_LENGTH)}`
  switch (method) {
    case 'card':
      return isPaid
        ? { processorReference, authorizationCode: digitsOf(`code ${id}`, CODE_LENGTH) }
        : { processorReference }
    case 'pix':
      return {
        processorReference,
        txid: txidOf(id),
        ...(isPaid && { endToEndId: endToEndIdOf(id, paidAt ?? createdAt) }),
      }
    case 'boleto':
      return { processorReference, boletoNumber: digitsOf(`boleto ${id}`, NUMBER_LENGTH) }
  }
}

/** The txid of a Pix charge: 26 to 35 letters and digits. It is a part of the address in the charge's BR Code. */
export function txidOf(paymentId: string): string {
  return `sandbox${paymentId.replace('_', '')}`
}

/** `E`, ISPB, time in UTC to the minute, 11 letters and digits: the form of the central bank's manual of the SPI. */
function endToEndIdOf(id: string, at: Date): string {
  const minute = at.toISOString().replaceAll(/\D/g, '').slice(0, 'yyyyMMddHHmm'.length)
  return `E${ISPB}${minute}${lettersOf(`end to end ${id}`, SUFFIX_LENGTH)}`
}

function digestOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES)
}

function lettersOf(text: string, length: number): string {
  return encodeBase62(digestOf(text), 2 * DIGEST_BYTES).slice(-length)
}

function digitsOf(text: string, length: number): string {
  return String(BigInt(`0x${Buffer.from(digestOf(text)).toString('hex')}`)).slice(-length)
}
