import type { EventState } from '#contract/dashboard/webhook.ts'
import { useTranslate } from '../words/use-language.ts'
import { Mark } from './mark.tsx'

const TONES = {
  pending: 'calm',
  retrying: 'warn',
  succeeded: 'ok',
  exhausted: 'danger',
  disabled: 'danger',
  unsent: 'calm',
} as const satisfies Record<EventState, string>

/** The state of an event's last delivery. */
export function EventStateMark({ state }: { state: EventState }) {
  const t = useTranslate()
  return <Mark tone={TONES[state]}>{t(`webhook.state.${state}`)}</Mark>
}

const ERRORS = [
  'timeout',
  'address_not_allowed',
  'name_not_found',
  'connection_refused',
  'connection_closed',
  'connection_failed',
  'tls_failed',
  'invalid_response',
] as const

type Answer = { statusCode: number | null; error: string | null }

/** Writes a receiver's answer in words; null before the first attempt. */
export function useAnswerText(): (answer: Answer) => string | null {
  const t = useTranslate()
  return ({ statusCode, error }) => {
    if (statusCode !== null) return t('webhook.answer', { code: String(statusCode) })
    if (error === null) return null
    const known = ERRORS.find((one) => one === error)
    return known === undefined ? error : t(`webhook.error.${known}`)
  }
}

/** Writes what to check when a receiver answers like this. */
export function useAnswerAdvice(): (answer: Answer) => string {
  const t = useTranslate()
  return (answer) => t(`webhook.advice.${adviceOf(answer)}`)
}

const OWN_ADVICE = ['401', '403', '404', '405', '413', '429'] as const
const NETWORK: readonly (string | null)[] = [
  'name_not_found',
  'connection_refused',
  'connection_closed',
  'connection_failed',
  'address_not_allowed',
]

function adviceOf({ statusCode, error }: Answer) {
  if (statusCode === null) {
    if (error === 'timeout' || error === 'tls_failed') return error
    return NETWORK.includes(error) ? 'network' : 'other'
  }
  const own = OWN_ADVICE.find((code) => code === String(statusCode))
  if (own !== undefined) return own
  if (statusCode >= 500) return '5xx'
  if (statusCode >= 400) return '4xx'
  return statusCode >= 300 ? '3xx' : 'other'
}
