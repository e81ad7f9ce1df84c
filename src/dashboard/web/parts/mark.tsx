import type { ReactNode } from 'react'
import type { PaymentState } from '#contract/payment.ts'
import type { SessionState } from '#contract/session.ts'

type Tone = 'ok' | 'warn' | 'danger' | 'calm'

/** A state as a coloured word. The colour adds nothing to what the word says. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="mark" data-tone={tone}>
      {children}
    </span>
  )
}

export function toneOfPayment(status: PaymentState): Tone {
  if (status === 'succeeded') return 'ok'
  if (status === 'failed') return 'danger'
  return status === 'unknown' || status === 'amount_mismatch' ? 'warn' : 'calm'
}

export function toneOfSession(status: SessionState): Tone {
  if (status === 'complete') return 'ok'
  return status === 'open' ? 'calm' : 'danger'
}
