import type { WebhookState } from '#contract/dashboard/merchants.ts'
import { Mark } from '../parts/mark.tsx'
import { useTranslate } from '../words/use-language.ts'

const TONES = {
  none: 'calm',
  unused: 'calm',
  ok: 'ok',
  failing: 'warn',
  disabled: 'danger',
} as const satisfies Record<WebhookState, string>

/** The health of a webhook endpoint, in a word. */
export function WebhookMark({ state }: { state: WebhookState }) {
  const t = useTranslate()
  return <Mark tone={TONES[state]}>{t(`webhook-state.${state}`)}</Mark>
}
