import type { PagePayment, PageProblem } from '../../contract/page.ts'
import type { DeclineCode } from '../../contract/payment.ts'
import { CheckoutRefused, mayHaveHappened } from '../session/checkout-api.ts'
import { useSay } from '../words/use-say.ts'
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

interface OutcomeNoticeProps {
  /** Why the last press did not become an attempt. */
  refusal: Error | null
  /** The last attempt, if it failed. */
  declined: PagePayment | null
}

/** Why the last try did not work. Only what is decided says that no money was taken. */
export function OutcomeNotice({ refusal, declined }: OutcomeNoticeProps) {
  if (refusal instanceof CheckoutRefused && !mayHaveHappened(refusal)) {
    return <RefusalNotice {...refusal.problem} />
  }
  if (refusal !== null) return <UnexplainedNotice />
  return declined && <DeclineNotice declineCode={declined.declineCode} />
}

function DeclineNotice({ declineCode }: Pick<PagePayment, 'declineCode'>) {
  const say = useSay()
  // A server that is newer than this page may know more codes.
  const reason = REASONS[declineCode ?? 'card_declined'] ?? 'other'
  return (
    <Notice title={say(`decline.${reason}.title`)}>
      {`${say(`decline.${reason}.text`)} ${say('no-money-taken')}`}
    </Notice>
  )
}

export function RefusalNotice({ code, requestId }: PageProblem) {
  const say = useSay()
  const reason = refusalReason(code)
  const text =
    reason === 'other' ? say('refused.other.text', { requestId }) : say(`refused.${reason}.text`)
  return (
    <Notice title={say(`refused.${reason}.title`)}>{`${say('no-money-taken')} ${text}`}</Notice>
  )
}

function UnexplainedNotice() {
  const say = useSay()
  return <Notice title={say('decline.other.title')}>{say('decline.other.text')}</Notice>
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
