import type { Control } from '#sandbox/fakes/api-pix/control.ts'
import { otherCustomer, type Customer } from '#sandbox/fakes/api-pix/customers.ts'
import { BANK_ACCOUNT } from '../../testing/api-pix/at-bank.ts'
import { txidOf } from './bank-books.ts'
import type { Days } from './days.ts'

export const WEBHOOK_URL = `https://api.test/processor/notifications/${BANK_ACCOUNT}`
const FOREIGN_MINOR = 77
const OUTAGE_TIMES = 2

interface Party {
  control: Control
  days: Days
  customer: Customer
}

/** Makes a payer, a stranger or the bank do what `outcome` names to the charge of a payment. */
export function happen(
  { control, days, customer }: Party,
  paymentId: string,
  outcome: string,
): void {
  const txid = txidOf(paymentId)
  const code = control.codeOf(customer.id, txid) ?? ''
  const isPaid = control.pix().some((one) => one.customerId === customer.id && one.txid === txid)
  switch (outcome) {
    case 'pay':
    // A Pix has no challenge to pass: the payer pays it.
    case 'pass_challenge':
      days.whilePaying(() => control.pay(code))
      return
    case 'pay_late':
      if (isPaid) return
      control.pay(code, { isTooLate: true })
      days.note('paid after its end')
      return
    case 'pay_again':
      if (!isPaid) return
      control.pay(code, { isTooLate: true })
      days.note('paid again')
      return
    case 'pay_twice':
      if (isPaid) return
      control.plan('payment', 'twice')
      days.whilePaying(() => control.pay(code))
      days.note('paid twice at once')
      return
    case 'refuse_return':
      control.plan('refund', 'refused')
      return
    case 'decline':
      if (control.cob(customer.id, txid)?.status !== 'ATIVA') return
      control.remove(customer.id, txid)
      days.note('removed by the bank')
      return
    case 'stranger':
      aim(control, txid)
      days.note("a stranger's webhook")
      return
    case 'outage':
      control.revokeTokens()
      control.plan('token', 'outage', { times: OUTAGE_TIMES })
      return
    case 'unknown txid':
      aim(control, `${txid.slice(0, -1)}${txid.endsWith('0') ? '1' : '0'}`)
      days.note('an unknown txid')
  }
}

/** Sends the webhook of another customer about its own charge with this txid, once for each txid. */
function aim(control: Control, txid: string): void {
  const { id: customerId } = otherCustomer()
  if (control.cob(customerId, txid) !== undefined) return
  control.aimForeignWebhook({
    customerId,
    webhookUrl: WEBHOOK_URL,
    txid,
    amountMinor: FOREIGN_MINOR,
  })
}
