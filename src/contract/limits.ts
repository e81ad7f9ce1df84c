import { EMAIL_LENGTH_MAX, NAME_LENGTH_MAX } from './text-lengths.ts'

const BODY_BYTES_MAX = 64 * 1024

/** Of the lists of a session, which a body of other calls has no room for. */
const LISTS = {
  lineItemsMax: 200,
  discountsMax: 20,
  nameLengthMax: NAME_LENGTH_MAX,
  descriptionLengthMax: 500,
  metadataKeysMax: 50,
  metadataKeyLengthMax: 40,
  metadataValueLengthMax: 500,
  urlLengthMax: 2048,
} as const

/** Of a character in UTF-8. Addresses are of ASCII, one byte each. */
const CHARACTER_BYTES_MAX = 4

const TEXTS_OF_SESSION =
  LISTS.lineItemsMax * (LISTS.nameLengthMax + LISTS.descriptionLengthMax) +
  LISTS.discountsMax * LISTS.nameLengthMax +
  LISTS.metadataKeysMax * (LISTS.metadataKeyLengthMax + LISTS.metadataValueLengthMax)

/** Sizes and counts that a caller may meet. Source: the API contract, sections 2 to 6. */
export const LIMITS = {
  amountMinorMax: 999_999_999_999,
  /** Of every call but the creation of a session; and of what stands outside of strings in that one. */
  bodyBytesMax: BODY_BYTES_MAX,
  /** Room for each field at its limit, so that what is documented can be used. */
  sessionBodyBytesMax:
    BODY_BYTES_MAX +
    CHARACTER_BYTES_MAX * TEXTS_OF_SESSION +
    LISTS.lineItemsMax * LISTS.urlLengthMax,
  ...LISTS,
  quantityMax: 1_000_000,
  orderReferenceLengthMax: 200,
  /** Longer than scheme, host name and port of any address. */
  originLengthMax: 300,
  emailLengthMax: EMAIL_LENGTH_MAX,
  expiresInSecondsMin: 60,
  expiresInSecondsMax: 7_776_000,
  expiresInSecondsDefault: 86_400,
  pixExpiresInSecondsMin: 60,
  pixExpiresInSecondsMax: 1_209_600,
  pixExpiresInSecondsDefault: 1800,
  boletoExpiresInDaysMin: 1,
  boletoExpiresInDaysMax: 60,
  boletoExpiresInDaysDefault: 3,
  installmentsMax: 24,
  monthlyInterestBasisPointsMax: 2000,
  pageSizeMax: 100,
  pageSizeDefault: 20,
  idempotencyKeyLengthMax: 255,
  idempotencyHours: 24,
  encryptedCardLengthMax: 4096,
  /** Of what a challenge brings back: entries, their lengths, and all of it as JSON. */
  returnedEntriesMax: 4,
  returnedNameLengthMax: 64,
  returnedValueLengthMax: 20_000,
  returnedBytesMax: 24 * 1024,
  /** Of what a browser says of itself. */
  browserTextLengthMax: 512,
  screenPixelsMax: 100_000,
  timeZoneOffsetMinutesMax: 900,
  paymentAttemptsPerSessionMax: 10,
  cardCoolDownMinutes: 15,
  waitSecondsMax: 20,
  notificationsWaitSecondsMax: 25,
  cursorLengthMax: 4096,
  clockAdvanceDaysMax: 366,
  replaysMax: 100,
  imageBytesMax: 1024 * 1024,
} as const
