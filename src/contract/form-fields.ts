/** Fields of the payment form, except the card's; each name is the id of its control. */
export type FieldName =
  | 'installments'
  | 'email'
  | 'name'
  | 'tax-id'
  | 'phone'
  | 'country'
  | 'postal-code'
  | 'address-line1'
  | 'street-number'
  | 'address-line2'
  | 'district'
  | 'city'
  | 'state'

/** Fields of the card, in a cross-origin frame of their own. */
export type CardField = 'card-number' | 'card-expiry' | 'card-code' | 'card-name'
