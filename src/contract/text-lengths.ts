/** How many characters the texts of a customer may have. Apart from `LIMITS`, of which the page would load the rest. */
export const NAME_LENGTH_MAX = 200
export const EMAIL_LENGTH_MAX = 254
export const PHONE_LENGTH_MAX = 40
export const TAX_ID_LENGTH_MAX = 40
export const STATE_LENGTH_MAX = 100
export const POSTAL_CODE_LENGTH_MAX = 20
