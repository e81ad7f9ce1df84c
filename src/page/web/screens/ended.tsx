import { useTranslate } from '../use-translate.ts'
import { BackButton } from './back-button.tsx'
import { Facts } from './facts.tsx'
import { ClockIcon, CrossIcon } from './icons.tsx'
import { MessageScreen } from './message-screen.tsx'
import type { ScreenProps } from './screen-props.ts'
import { unpaidText } from './unpaid-text.ts'

/** An expired or canceled session. Mentions late money, if any. */
export function EndedScreen({ session: { checkout } }: ScreenProps) {
  const t = useTranslate()
  const { payment, standing } = checkout
  const released = payment?.status === 'voided' ? standing : null
  const ending = checkout.status === 'canceled' ? 'canceled' : 'expired'
  return (
    <MessageScreen
      icon={ending === 'canceled' ? <CrossIcon /> : <ClockIcon />}
      title={released?.title ?? t(`${ending}.title`)}
    >
      <p className="lead">{released?.text ?? moneySentence()}</p>
      {standing !== null && <Facts facts={standing.facts} />}
      <BackButton name={checkout.merchant.name} url={checkout.cancelUrl} />
    </MessageScreen>
  )

  function moneySentence(): string {
    switch (checkout.paymentStatus) {
      case 'unpaid':
      case 'requires_action':
        return `${unpaidText(payment, t)} ${t(`${ending}.text`)}`
      case 'processing':
      case 'authorized':
        return t('do-not-pay-again')
      case 'paid':
      case 'partially_refunded':
      case 'refunded':
        return checkout.lateMoneyText ?? ''
    }
  }
}
