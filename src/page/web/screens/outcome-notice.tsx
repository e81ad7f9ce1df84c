import type { PagePayment, PageProblem } from '../../../contract/page.ts'
import type { PaymentMethod, ShownDecline } from '../../../contract/payment.ts'
import { METHODS, methodsThat } from '../../../domain/methods/methods.ts'
import { CheckoutRefused, isOutcomeUnknown } from '../session/checkout-api.ts'
import { useSay } from '../use-say.ts'
import { Notice } from './notice.tsx'

/** In addition, each method has its own code for a timeout. */
const REASONS: Readonly<Record<Exclude<ShownDecline, `${PaymentMethod}_expired`>, true>> = {
  card_declined: true,
  insufficient_funds: true,
  card_details: true,
  processing_error: true,
  lost_card: true,
  stolen_card: true,
  suspected_fraud: true,
  authentication_failed: true,
  authentication_abandoned: true,
  replaced: true,
}

/** The message key for each refusal; similar refusals share one. */
const ADVICE = {
  too_many_attempts: 'too_many_attempts',
  rate_limited: 'rate_limited',
  payments_unavailable: 'rate_limited',
  validation_failed: 'validation_failed',
} as const

const SECONDS_OF_MINUTE = 60

interface OutcomeNoticeProps {
  /** Why the last submit created no payment. */
  refusal: Error | null
  /** The last payment, if it failed. */
  declined: PagePayment | null
  /** The session's payment methods. */
  methods: readonly PaymentMethod[]
}

/** Why the last payment failed. States that no money was taken only when the outcome is known. */
export function OutcomeNotice({ refusal, declined, methods }: OutcomeNoticeProps) {
  if (refusal instanceof CheckoutRefused && !isOutcomeUnknown(refusal)) {
    const { code, retryAfterSeconds } = refusal.problem
    if (code === 'rate_limited' && retryAfterSeconds !== undefined)
      return (
        <CardLaterNotice
          seconds={retryAfterSeconds}
          hasOtherWays={methods.some((method) => !METHODS[method].isOpenToCardTesting)}
        />
      )
    return <RefusalNotice problem={refusal.problem} methods={methods} />
  }
  if (refusal !== null) return <UnexplainedNotice />
  return declined && <DeclineNotice declineCode={declined.declineCode} />
}

function DeclineNotice({ declineCode }: Pick<PagePayment, 'declineCode'>) {
  const say = useSay()
  const code = declineCode ?? 'card_declined'
  const reason = isKnown(code) ? code : 'other'
  return (
    <Notice title={say(`decline.${reason}.title`)}>
      {`${say(`decline.${reason}.text`)} ${say('no-money-taken')}`}
    </Notice>
  )
}

/** A newer server may send codes that this page does not know. */
function isKnown(code: ShownDecline): boolean {
  return (
    Object.hasOwn(REASONS, code) || methodsThat(({ expiresAs }) => expiresAs === code).length > 0
  )
}

/** Only cards have a cool-down. */
function CardLaterNotice({ seconds, hasOtherWays }: { seconds: number; hasOtherWays: boolean }) {
  const say = useSay()
  const sentences = [
    say('no-money-taken'),
    say('refused.card-later.text', { count: Math.ceil(seconds / SECONDS_OF_MINUTE) }),
    ...(hasOtherWays ? [say('refused.other-way')] : []),
  ]
  return <Notice title={say('refused.too_many_attempts.title')}>{sentences.join(' ')}</Notice>
}

export function RefusalNotice({
  problem: { code, requestId },
  methods,
}: Pick<OutcomeNoticeProps, 'methods'> & { problem: PageProblem }) {
  const say = useSay()
  const reason = refusalReason(code)
  const sentences = [
    say('no-money-taken'),
    reason === 'other'
      ? say('refused.other.text', { requestId })
      : say(`refused.${ADVICE[reason]}.text`),
    ...(reason === 'payments_unavailable' && methods.length > 1 ? [say('refused.other-way')] : []),
  ]
  return <Notice title={say(`refused.${reason}.title`)}>{sentences.join(' ')}</Notice>
}

function UnexplainedNotice() {
  const say = useSay()
  return <Notice title={say('decline.other.title')}>{say('decline.other.text')}</Notice>
}

function refusalReason(code: string): keyof typeof ADVICE | 'other' {
  return Object.hasOwn(ADVICE, code) ? (code as keyof typeof ADVICE) : 'other'
}
