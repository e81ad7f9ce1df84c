import { useEffect } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import type { DashboardProblemCode } from '#contract/dashboard/problem.ts'
import { isMissing, isSignedOut, NoAnswer, Refused } from '../calls/call.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { faultText } from '../parts/field.tsx'
import { useDeps } from '../deps.ts'
import { useTranslate } from '../words/use-language.ts'
import { Message } from './message.tsx'

/** Refusals with a sentence of their own. */
const CODES = [
  'not_signed_in',
  'invalid_sign_in_link',
  'passkey_required',
  'not_found',
  'invalid_passkey',
  'last_passkey',
  'too_many_views',
  'invalid_recovery_code',
  'last_admin',
  'last_owner',
  'already_here',
  'works_elsewhere',
  'not_active',
  'sign_in_to_join',
  'invalid_request',
  'over_limit',
  'action_in_progress',
  'not_paid',
  'session_not_open',
  'payment_in_progress',
  'not_held',
  'not_acceptable',
  'amount_changed',
  'not_owed',
  'refund_pending',
  'refund_ended',
  'refund_exceeds_payment',
  'no_endpoint',
  'never_sent',
  'endpoint_disabled',
  'already_done',
  'key_ended',
  'forbidden',
  'none_match',
  'more_match',
  'too_many_match',
  'replay_in_progress',
  'temporarily_unavailable',
  'too_slow',
  'internal_error',
] as const satisfies readonly DashboardProblemCode[]

/** Shown instead of a screen that does not exist or did not load, with the reason. */
export function ErrorScreen({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const t = useTranslate()
  const reason = useReason(error)
  if (isMissing(error)) return <NotFound />
  if (isSignedOut(error)) return <SessionEnded />
  // The person's passkeys were removed while the page was open.
  if (error instanceof Refused && error.code === 'passkey_required')
    return <Navigate to="/welcome" replace />
  if (error instanceof Refused && error.status === 403)
    return (
      <Message title={t('error.forbidden')}>
        <p>{t('error.forbidden-text')}</p>
        <RequestId error={error} />
      </Message>
    )
  const isBroken = !(error instanceof Refused || error instanceof NoAnswer)
  return (
    <Message title={t('error.title')}>
      <p>{reason}</p>
      <RequestId error={error} />
      <button type="button" className="main-button" onClick={isBroken ? reload : onAgain}>
        {t(isBroken ? 'error.reload' : 'error.again')}
      </button>
    </Message>
  )
}

/** Goes to the sign-in page, which leads back here, and drops what the server has answered to the ended session. */
function SessionEnded() {
  const { queryClient } = useDeps()
  const navigate = useNavigate()
  useEffect(() => {
    const to = location.pathname + location.search
    const leave = async () => {
      await navigate(`/sign-in?${new URLSearchParams({ ended: '', to })}`, { replace: true })
      queryClient.clear()
    }
    void leave()
  }, [navigate, queryClient])
  return null
}

export function NotFound() {
  const t = useTranslate()
  return (
    <Message title={t('error.not-found')}>
      <p>{t('error.not-found-text')}</p>
      <p>
        <Link to="/">{t('error.home')}</Link>
      </p>
    </Message>
  )
}

/** Shows beside a control why it failed. Empty without an error. */
export function Trouble({ error }: { error: unknown }) {
  const reason = useReason(error)
  return (
    <p role="alert" className="trouble">
      {error != null && reason}
    </p>
  )
}

function useReason(error: unknown): string {
  const t = useTranslate()
  if (error instanceof NoAnswer) return t('error.no-answer')
  if (!(error instanceof Refused)) return t('error.broken')
  if (error.status === 429) return t('error.too-often')
  const [fault] = error.fields
  if (fault !== undefined) return faultText(t, fault)
  return t(`problem.${CODES.find((code) => code === error.code) ?? 'other'}`)
}

function RequestId({ error }: { error: unknown }) {
  const t = useTranslate()
  if (!(error instanceof Refused) || error.requestId === '') return null
  return (
    <p className="request-id">
      {t('error.request')} <code>{error.requestId}</code>{' '}
      <CopyButton text={error.requestId} what={t('error.request-id')} />
    </p>
  )
}

function reload() {
  location.reload()
}
