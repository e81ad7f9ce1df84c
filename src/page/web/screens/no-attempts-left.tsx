import { useTranslate } from '../use-translate.ts'
import { BackButton } from './back-button.tsx'
import { CrossIcon } from './icons.tsx'
import { MessageScreen } from './message-screen.tsx'
import type { ScreenProps } from './screen-props.ts'
import { unpaidText } from './unpaid-text.ts'

/** All attempts were declined: only the merchant can help. */
export function NoAttemptsLeftScreen({ session: { checkout } }: ScreenProps) {
  const t = useTranslate()
  return (
    <MessageScreen icon={<CrossIcon />} title={t('refused.too_many_attempts.title')}>
      <p className="lead">
        {`${unpaidText(checkout.payment, t)} ${t('refused.too_many_attempts.text')}`}
      </p>
      <BackButton name={checkout.merchant.name} url={checkout.cancelUrl} />
    </MessageScreen>
  )
}
