import type { PagePayment, PageProblem } from '../../contract/page.ts'
import type { ShownDecline } from '../../contract/payment.ts'
import { CheckoutRefused, mayHaveHappened } from '../session/checkout-api.ts'
import { useSay } from '../words/use-say.ts'
import { Notice } from './notice.tsx'

type DeclineReason = ShownDecline | 'other'

const REASONS: Readonly<Record<ShownDecline, DeclineReason>> = {
  card_declined: 'card_declined',
  insufficient_funds: 'insufficient_funds',
  card_details: 'card_details',
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

const SECONDS_OF_MINUTE = 60

interface OutcomeNoticeProps {
  /** Why the last press did not become an attempt. */
  refusal: Error | null
  /** The last attempt, if it failed. */
  declined: PagePayment | null
  /** Whether the session can be paid without a card. */
  hasOtherWays: boolean
}

/** Why the last try did not work. Only what is decided says that no money was taken. */
export function OutcomeNotice({ refusal, declined, hasOtherWays }: OutcomeNoticeProps) {
  if (refusal instanceof CheckoutRefused && !mayHaveHappened(refusal)) {
    const { code, retryAfterSeconds } = refusal.problem
    if (code === 'rate_limited' && retryAfterSeconds !== undefined)
      return <CardLaterNotice seconds={retryAfterSeconds} hasOtherWays={hasOtherWays} />
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

/** Only cards are ever refused for a while. */
function CardLaterNotice({ seconds, hasOtherWays }: { seconds: number; hasOtherWays: boolean }) {
  const say = useSay()
  const sentences = [
    say('no-money-taken'),
    say('refused.card-later.text', { count: Math.ceil(seconds / SECONDS_OF_MINUTE) }),
    ...(hasOtherWays ? [say('refused.card-later.other-way')] : []),
  ]
  return <Notice title={say('refused.too_many_attempts.title')}>{sentences.join(' ')}</Notice>
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
