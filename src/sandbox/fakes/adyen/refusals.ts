/** Refusal codes with the result and the reason that come with each, and the holder's name that makes the test environment answer so. */
const REFUSALS = `
0 Error UNKNOWN Unknown
2 Refused DECLINED Refused
3 Refused REFERRAL Referral
4 Error ERROR Acquirer Error
5 Refused BLOCK_CARD Blocked Card
6 Refused CARD_EXPIRED Expired Card
7 Refused INVALID_AMOUNT Invalid Amount
8 Refused INVALID_CARD_NUMBER Invalid Card Number
9 Refused ISSUER_UNAVAILABLE Issuer Unavailable
10 Refused NOT_SUPPORTED Not supported
11 Refused NOT_3D_AUTHENTICATED 3D Not Authenticated
12 Refused NOT_ENOUGH_BALANCE Not enough balance
14 Refused ACQUIRER_FRAUD Acquirer Fraud
15 Refused CANCELLED Cancelled
16 Refused SHOPPER_CANCELLED Shopper Cancelled
17 Refused INVALID_PIN Invalid Pin
18 Refused PIN_TRIES_EXCEEDED Pin tries exceeded
19 Refused PIN_VALIDATION_NOT_POSSIBLE Pin validation not possible
20 Refused FRAUD FRAUD
21 Refused NOT_SUBMITTED Not Submitted
22 Cancelled FRAUD_CANCELLED FRAUD-CANCELLED
23 Refused TRANSACTION_NOT_PERMITTED Transaction Not Permitted
24 Refused CVC_DECLINED CVC Declined
25 Refused RESTRICTED_CARD Restricted Card
26 Refused REVOCATION_OF_AUTH Revocation Of Auth
27 Refused DECLINED_NON_GENERIC Declined Non Generic
28 Refused WITHDRAWAL_AMOUNT_EXCEEDED Withdrawal amount exceeded
29 Refused WITHDRAWAL_COUNT_EXCEEDED Withdrawal count exceeded
31 Refused ISSUER_SUSPECTED_FRAUD Issuer Suspected Fraud
32 Refused AVS_DECLINED AVS Declined
33 Refused PIN_REQUIRED Card requires online pin
34 Refused NO_CHECKING_ACCOUNT No checking account available on Card
35 Refused NO_SAVINGS_ACCOUNT No savings account available on Card
36 Refused MOBILE_PIN_REQUIRED Mobile PIN required
37 Refused CONTACTLESS_FALLBACK Contactless fallback
38 Refused AUTHENTICATION_REQUIRED Authentication required
39 Refused RREQ_NOT_RECEIVED RReq not received from DS
40 Refused BAN_CURRENT_AID Current AID is in Penalty Box.
41 Refused CVM_REQUIRED CVM Required Restart Payment
42 Refused THREED_SECURE_ERROR 3DS Authentication Error
43 Refused ONLINE_PIN_REQUIRED Online PIN required
44 Refused TRY_ANOTHER_INTERFACE Try another interface
45 Refused CHIP_DOWNGRADE_MODE Chip downgrade mode
46 Refused ERPS_BLOCK Transaction blocked by Adyen to prevent excessive retry fees
`

interface Refusal {
  code: string
  resultCode: 'Refused' | 'Cancelled' | 'Error'
  holderName: string
  reason: string
}

const ALL: readonly Refusal[] = REFUSALS.trim()
  .split('\n')
  .map((line) => {
    const [code = '', resultCode, holderName = '', ...reason] = line.split(' ')
    return {
      code,
      resultCode: resultCode as Refusal['resultCode'],
      holderName,
      reason: reason.join(' '),
    }
  })

export const DECLINED = '2'
export const EXPIRED_CARD = '6'
export const NOT_AUTHENTICATED = '11'

/** By the name of a card's holder, for tests. */
export function refusalOfHolder(holderName: string): Refusal | undefined {
  return ALL.find((refusal) => refusal.holderName === holderName)
}

export function refusalOfCode(code: string): Refusal | undefined {
  return ALL.find((refusal) => refusal.code === code)
}
