import type { PagePayment } from '../../contract/page.ts'
import type { DeclineCode } from '../../contract/payment.ts'
import { CheckoutRefused } from '../session/checkout-api.ts'
import { useSay } from '../words/use-say.ts'
import type { WordKey } from '../words/words.ts'
import { Notice } from './notice.tsx'

type DeclineReason = DeclineCode | 'other'

const REASONS: Readonly<Record<DeclineCode, DeclineReason>> = {
  card_declined: 'card_declined',
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  incorrect_number: 'incorrect_number',
  processing_error: 'processing_error',
  lost_card: 'lost_card',
  stolen_card: 'stolen_card',
  suspected_fraud: 'suspected_fraud',
  authentication_failed: 'authentication_failed',
  authentication_abandoned: 'authentication_abandoned',
  pix_expired: 'pix_expired',
  boleto_expired: 'boleto_expired',
  replaced: 'replaced',
}

/** Why the last attempt did not succeed. It is decided, so it may say that no money was taken. */
export function DeclineNotice({ payment }: { payment: PagePayment }) {
  const say = useSay()
  // A server that is newer than this page may know more codes.
  const reason = REASONS[payment.declineCode ?? 'card_declined'] ?? 'other'
  return (
    <Notice title={say(`decline.${reason}.title`)}>
      {`${say(`decline.${reason}.text`)} ${say('no-money-taken')}`}
    </Notice>
  )
}

/** Why the press of the button was refused before it became an attempt, or got no answer that could be used. */
export function RefusalNotice({ refusal }: { refusal: Error }) {
  const say = useSay()
  if (!(refusal instanceof CheckoutRefused)) {
    return <Notice title={say('decline.other.title')}>{say('decline.other.text')}</Notice>
  }
  const { code, requestId } = refusal.problem
  const reason = refusalReason(code)
  const text =
    reason === 'other'
      ? say('refused.other.text', { requestId })
      : say(`refused.${reason}.text` satisfies WordKey)
  return (
    <Notice title={say(`refused.${reason}.title`)}>{`${text} ${say('no-money-taken')}`}</Notice>
  )
}

function refusalReason(code: string) {
  switch (code) {
    case 'too_many_attempts':
    case 'rate_limited':
    case 'validation_failed':
      return code
    default:
      return 'other'
  }
}
