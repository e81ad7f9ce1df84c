import type { DisputeState } from '#contract/dispute-states.ts'
import { Mark } from './mark.tsx'
import { useTranslate } from '../words/use-language.ts'

const TONES = { needs_response: 'warn', under_review: 'calm', won: 'ok', lost: 'danger' } as const

export function DisputeMark({ status }: { status: DisputeState }) {
  const t = useTranslate()
  return <Mark tone={TONES[status]}>{t(`dispute.${status}`)}</Mark>
}
