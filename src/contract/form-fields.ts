/** The fields of the payment form, without those of the card, which are not on that page; each is the id of its control. */
export type FieldName =
  | 'installments'
  | 'email'
  | 'name'
  | 'tax-id'
  | 'phone'
  | 'country'
  | 'postal-code'
  | 'address-line1'
  | 'address-line2'
  | 'city'
  | 'state'

/** The fields of the card, in a frame of their own. */
export type CardField = 'card-number' | 'card-expiry' | 'card-code' | 'card-name'
