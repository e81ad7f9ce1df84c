import { crc16Ccitt } from './crc16-ccitt.ts'
import { emvField, readEmvFields } from './emv-tlv.ts'
import { toDecimal } from '../../money.ts'

/** Field ids of EMV QRCPS-MPM and the Central Bank's "Manual de Padrões para Iniciação do Pix". */
const FIELD = {
  payloadFormat: '00',
  pointOfInitiation: '01',
  merchantAccount: '26',
  merchantCategory: '52',
  currency: '53',
  amount: '54',
  country: '58',
  merchantName: '59',
  merchantCity: '60',
  additionalData: '62',
  crc: '63',
} as const
const ACCOUNT = { gui: '00', key: '01', description: '02', url: '25' } as const
const TXID = '05'

const GUI = 'br.gov.bcb.pix'
const REAL = '986'
const USABLE_ONCE = '12'
const NO_TXID = '***'
const AMOUNT = /^\d{1,10}(\.\d{1,2})?$/
const ACCOUNT_LENGTH_MAX = 99
const DESCRIPTION_LENGTH_MAX = 72
const NAME_LENGTH_MAX = 25
const CITY_LENGTH_MAX = 15

/** The receiver. Accents are dropped; the name is cut to 25 characters, the city to 15. */
export interface BrCodeMerchant {
  merchantName: string
  merchantCity: string
}

/** A static code: names a Pix key and may be paid any number of times. */
export interface StaticBrCode extends BrCodeMerchant {
  key: string
  /** Centavos; without it the payer enters the amount. */
  amountMinor?: number
  /** 1 to 25 letters and digits. */
  txid?: string
  /** Shown to the payer, cut to the room that the key leaves. */
  description?: string
}

/** A dynamic code: names the URL of the charge (host and path, no scheme) and is paid once. */
export interface DynamicBrCode extends BrCodeMerchant {
  url: string
}

/**
 * BR Code: the text of a Pix QR code and of "Pix copia e cola". Throws a RangeError when a value does not fit, or when a
 * name has no ASCII character left.
 */
export function brCode(charge: StaticBrCode | DynamicBrCode): string {
  const once = 'url' in charge
  const { amountMinor, txid } = once ? {} : charge
  const body = [
    emvField(FIELD.payloadFormat, '01'),
    once ? emvField(FIELD.pointOfInitiation, USABLE_ONCE) : '',
    emvField(FIELD.merchantAccount, once ? dynamicAccount(charge) : staticAccount(charge)),
    emvField(FIELD.merchantCategory, '0000'),
    emvField(FIELD.currency, REAL),
    amountMinor === undefined ? '' : emvField(FIELD.amount, formatAmount(amountMinor)),
    emvField(FIELD.country, 'BR'),
    emvField(FIELD.merchantName, fold(charge.merchantName, NAME_LENGTH_MAX)),
    emvField(FIELD.merchantCity, fold(charge.merchantCity, CITY_LENGTH_MAX)),
    emvField(FIELD.additionalData, emvField(TXID, formatTxid(txid))),
    `${FIELD.crc}04`,
  ].join('')
  return body + crc16Ccitt(body)
}

export type ParsedBrCode = StaticBrCode | DynamicBrCode

/** Parses a BR Code; undefined when its form, CRC, currency, amount or account is not that of a Pix charge. */
export function parseBrCode(text: string): ParsedBrCode | undefined {
  if (!text.endsWith(`${FIELD.crc}04${crc16Ccitt(text.slice(0, -4))}`)) return undefined
  const fields = readEmvFields(text)
  const account = readEmvFields(fields?.get(FIELD.merchantAccount) ?? '')
  if (fields?.get(FIELD.currency) !== REAL) return undefined
  if (account?.get(ACCOUNT.gui)?.toLowerCase() !== GUI) return undefined
  const merchantName = fields.get(FIELD.merchantName)
  const merchantCity = fields.get(FIELD.merchantCity)
  if (merchantName === undefined || merchantCity === undefined) return undefined

  const url = account.get(ACCOUNT.url)
  if (url !== undefined) return { url, merchantName, merchantCity }
  const key = account.get(ACCOUNT.key)
  const amount = fields.get(FIELD.amount)
  if (key === undefined || (amount !== undefined && !AMOUNT.test(amount))) return undefined
  const txid = readEmvFields(fields.get(FIELD.additionalData) ?? '')?.get(TXID)
  const description = account.get(ACCOUNT.description)
  return {
    key,
    merchantName,
    merchantCity,
    ...(amount !== undefined && { amountMinor: Math.round(Number(amount) * 100) }),
    ...(txid !== undefined && txid !== NO_TXID && { txid }),
    ...(description !== undefined && { description }),
  }
}

function dynamicAccount({ url }: DynamicBrCode): string {
  if (url.includes('://')) throw new RangeError('the URL of a charge must have no scheme')
  return emvField(ACCOUNT.gui, GUI) + emvField(ACCOUNT.url, url)
}

function staticAccount({ key, description = '' }: StaticBrCode): string {
  const account = emvField(ACCOUNT.gui, GUI) + emvField(ACCOUNT.key, key)
  const room = ACCOUNT_LENGTH_MAX - account.length - emvField(ACCOUNT.description, '-').length + 1
  const shown = fold(description, Math.max(0, Math.min(room, DESCRIPTION_LENGTH_MAX)))
  return shown === '' ? account : account + emvField(ACCOUNT.description, shown)
}

function formatAmount(amountMinor: number): string {
  if (amountMinor === 0) throw new RangeError('an amount of zero would let the payer choose')
  return toDecimal(amountMinor, 2)
}

function formatTxid(txid = NO_TXID): string {
  if (txid !== NO_TXID && !/^[0-9A-Za-z]{1,25}$/.test(txid)) {
    throw new RangeError('a txid is 1 to 25 letters and digits')
  }
  return txid
}

/** Whether a code's `merchantName` can stand for this name: compared without accents, cut to 25 characters, in any case. */
export function isNamedInCode(name: string, merchantName: string): boolean {
  const [one, other] = [name, merchantName].map((text) => fold(text, NAME_LENGTH_MAX).toUpperCase())
  return one === other && one !== ''
}

/** Printable ASCII, as the manual requires: "São  José" becomes "Sao Jose". */
function fold(text: string, lengthMax: number): string {
  const ascii = text
    .normalize('NFKD')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^ -~]/g, '')
  return ascii.replaceAll(/ {2,}/g, ' ').trim().slice(0, lengthMax).trimEnd()
}
