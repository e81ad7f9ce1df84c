import { useSay } from '../use-say.ts'
import { BackButton } from './back-button.tsx'
import { Facts } from './facts.tsx'
import { TickIcon } from './icons.tsx'
import { MessageScreen } from './message-screen.tsx'
import { PrintedAddress } from './printed-address.tsx'
import { receiptFacts } from '../../receipt/receipt-facts.ts'
import type { ScreenProps } from './screen-props.ts'
import { useReturn } from './use-return.ts'

/** The receipt. Returns to the merchant automatically after a new payment, by a link after an earlier one. */
export function PaidScreen({ session: { checkout, screen } }: ScreenProps) {
  const say = useSay()
  const isFresh = screen === 'paid'
  const { merchant, merchantNotified, payment, paymentStatus, receiptEmail, successUrl } = checkout
  const { secondsLeft, stay } = useReturn(isFresh ? successUrl : null, merchantNotified)

  function sentence(): string {
    if (paymentStatus === 'refunded') return say('paid.refunded.text')
    if (paymentStatus === 'partially_refunded') return say('paid.partially-refunded.text')
    if (!isFresh) return say('paid.already.text')
    return say(merchantNotified ? 'paid.told' : 'paid.telling', { merchant: merchant.name })
  }

  return (
    <MessageScreen icon={<TickIcon />} title={say(titleOf(paymentStatus === 'refunded', isFresh))}>
      <p className="lead">{sentence()}</p>
      {payment !== null && (
        <Facts
          facts={[
            ...receiptFacts(checkout, payment, say),
            [say('receipt.number'), <code key="id">{payment.id}</code>],
          ]}
        />
      )}
      <PrintedAddress />
      {receiptEmail !== null && (
        <p className="assure">{say('paid.email', { email: receiptEmail })}</p>
      )}
      <BackButton name={merchant.name} url={successUrl} />
      {secondsLeft !== null && (
        <p className="assure">
          {say('paid.returning', { count: secondsLeft })}{' '}
          <button className="link" type="button" onClick={stay}>
            {say('paid.stay')}
          </button>
        </p>
      )}
      <button className="link print-button" type="button" onClick={() => window.print()}>
        {say('paid.print')}
      </button>
    </MessageScreen>
  )
}

function titleOf(isRefunded: boolean, isFresh: boolean) {
  if (isRefunded) return 'paid.refunded.title'
  return isFresh ? 'paid.title' : 'paid.already.title'
}
