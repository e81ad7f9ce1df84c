/** The columns of an export of payments, in order. Times in columns named `…Local` are in the time zone of the export. */
export const PAYMENT_COLUMNS =
  `paymentId sessionId orderReference status declineCode method cardBrand cardLastFour installments amount amountMinor currency
captured capturedMinor capturedCurrency refunded refundedMinor late createdAt createdAtLocal succeededAt succeededAtLocal
processor processorReference endToEndId standing takenBack takenBackMinor kept keptMinor
authorizationCode txid boletoNumber interest interestMinor discount discountMinor merchantId merchantName
reinstated reinstatedMinor captureMethod authorized authorizedMinor`.split(/\s/)

/** Columns that follow in an export with personal data. */
export const PERSON_COLUMNS = ['email', 'name', 'phone', 'taxId'] as const

export const REFUND_COLUMNS =
  `refundId paymentId sessionId orderReference status amount amountMinor currency reason createdAt createdAtLocal updatedAt
updatedAtLocal processor processorReference returnId merchantId merchantName reversedAt reversedAtLocal`.split(
    /\s/,
  )
