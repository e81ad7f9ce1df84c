import type { PageCheckout, PagePayment } from '#contract/page.ts'
import { useSay } from '../use-say.ts'
import { CopiedId } from './copied-id.tsx'
import { BackButton } from './back-button.tsx'
import { Facts } from './facts.tsx'
import { ReturnIcon, TickIcon } from './later-icons.tsx'
import { MessageScreen } from './message-screen.tsx'
import { PrintedAddress } from './printed-address.tsx'
import { receiptFacts, sellerFacts } from '../../receipt/receipt-facts.ts'
import type { ScreenProps } from './screen-props.ts'
import { useLocalText } from './use-local-text.ts'
import { useReturn } from './use-return.ts'

/** The receipt. Returns to the merchant automatically after a new payment, by a link after an earlier one. */
export function PaidScreen({ session: { checkout, screen } }: ScreenProps) {
  const say = useSay()
  const isFresh = screen === 'paid'
  const { merchant, merchantNotified, notifiesMerchant, payment, returned } = checkout
  const { receiptEmail, successUrl } = checkout
  const { secondsLeft, stay } = useReturn(isFresh ? successUrl : null)

  function sentence(): string {
    if (returned?.text) return returned.text
    // A merchant without a webhook endpoint is not notified.
    if (!isFresh || !(notifiesMerchant || merchantNotified)) return say('paid.already.text')
    return say(merchantNotified ? 'paid.told' : 'paid.telling', { merchant: merchant.name })
  }

  return (
    <MessageScreen
      icon={returned === null ? <TickIcon /> : <ReturnIcon />}
      title={returned?.title ?? say(isFresh ? 'paid.title' : 'paid.already.title')}
    >
      <p className="lead" aria-live="polite">
        {sentence()}
      </p>
      {payment !== null && <ReceiptRows checkout={checkout} payment={payment} />}
      <PrintedAddress />
      {receiptEmail !== null && (
        <p className="assure">{say('paid.email', { email: receiptEmail })}</p>
      )}
      <BackButton name={merchant.name} url={successUrl} secondsLeft={secondsLeft} />
      {secondsLeft !== null && (
        <p className="assure">
          <span className="visually-hidden">{say('paid.returning', { count: secondsLeft })} </span>
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

function ReceiptRows({ checkout, payment }: { checkout: PageCheckout; payment: PagePayment }) {
  const say = useSay()
  const { endToEndId } = payment
  const paidAtText = useLocalText(payment.paidAtText, payment.paidAtLocal)
  return (
    <Facts
      facts={[
        ...receiptFacts(checkout, { ...payment, paidAtText }, say),
        ...sellerFacts(checkout, payment, say),
        [say('receipt.number'), <CopiedId key="id" id={payment.id} label={say('receipt.copy')} />],
        ...(endToEndId
          ? [
              [
                endToEndId.label,
                <CopiedId key="e2e" id={endToEndId.id} label={endToEndId.copy} />,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}
