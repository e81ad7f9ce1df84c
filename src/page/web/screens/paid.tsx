import type { PageCheckout, PagePayment } from '#contract/page.ts'
import { useTranslate } from '../use-translate.ts'
import { CopiedId } from './copied-id.tsx'
import { BackButton } from './back-button.tsx'
import { Facts } from './facts.tsx'
import { ReturnIcon, TickIcon } from './later-icons.tsx'
import { MessageScreen } from './message-screen.tsx'
import { PrintedAddress } from './printed-address.tsx'
import { receiptFacts, sellerFacts } from '../../receipt/receipt-facts.ts'
import { isHeld } from '../session/screen-of.ts'
import type { ScreenProps } from './screen-props.ts'
import { useLocalText } from './use-local-text.ts'
import { useReturn } from './use-return.ts'

/**
 * The receipt, also of a payment that is only held. Returns to the merchant automatically after a new payment, by a link after
 * an earlier one.
 */
export function PaidScreen({ session: { checkout, screen } }: ScreenProps) {
  const t = useTranslate()
  const isFresh = screen === 'paid' || screen === 'authorized'
  const { merchant, merchantNotified, notifiesMerchant, payment, standing } = checkout
  const { receiptText, successUrl } = checkout
  const { secondsLeft, stay } = useReturn(isFresh ? successUrl : null)

  function sentence(): string {
    if (standing !== null) return standing.text
    // A merchant without a webhook endpoint is not notified.
    if (!isFresh || !(notifiesMerchant || merchantNotified)) return t('paid.already.text')
    return t(merchantNotified ? 'paid.told' : 'paid.telling', { merchant: merchant.name })
  }

  return (
    <MessageScreen
      icon={standing === null || isHeld(screen) ? <TickIcon /> : <ReturnIcon />}
      title={standing?.title ?? t(isFresh ? 'paid.title' : 'paid.already.title')}
    >
      {standing === null && <p className="printed receipt">{t('paid.receipt')}</p>}
      <p className="lead" aria-live="polite">
        {sentence()}
      </p>
      {payment !== null && <ReceiptRows checkout={checkout} payment={payment} />}
      <PrintedAddress />
      {receiptText && <p className="assure">{receiptText}</p>}
      <BackButton name={merchant.name} url={successUrl} secondsLeft={secondsLeft} />
      {secondsLeft !== null && (
        <p className="assure">
          <span className="visually-hidden">{`${t('paid.returning', { count: secondsLeft })} `}</span>
          <button className="link" type="button" onClick={stay}>
            {t('paid.stay')}
          </button>
        </p>
      )}
      <button className="link print-button" type="button" onClick={() => window.print()}>
        {t('paid.print')}
      </button>
    </MessageScreen>
  )
}

function ReceiptRows({ checkout, payment }: { checkout: PageCheckout; payment: PagePayment }) {
  const t = useTranslate()
  const { endToEndId } = payment
  const { name } = checkout.customer
  const paidAtText = useLocalText(payment.paidAtText, payment.paidAtLocal)
  return (
    <Facts
      facts={[
        ...receiptFacts(checkout, { ...payment, paidAtText }, t),
        ...sellerFacts(checkout, payment, t),
        ...(name ? [[t('receipt.buyer'), name, null, 'print'] as const] : []),
        [t('receipt.number'), <CopiedId key="id" id={payment.id} label={t('receipt.copy')} />],
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
