/** What an export of payments tells of each, in this order. `…Local`: in the zone of the export. */
export const PAYMENT_COLUMNS =
  `paymentId sessionId orderReference status declineCode method cardBrand cardLastFour installments amount amountMinor currency
captured capturedMinor capturedCurrency refunded refundedMinor late createdAt createdAtLocal succeededAt succeededAtLocal
processor processorReference endToEndId`.split(/\s/)

/** After them, for people who may read personal data. */
export const PERSON_COLUMNS = ['email', 'name', 'phone', 'taxId'] as const

export const REFUND_COLUMNS =
  `refundId paymentId sessionId orderReference status amount amountMinor currency reason createdAt createdAtLocal updatedAt
updatedAtLocal processor processorReference returnId`.split(/\s/)
