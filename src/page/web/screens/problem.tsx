import { useSyncExternalStore } from 'react'
import type { PageProblem } from '#contract/page.ts'
import { useTranslate } from '../use-translate.ts'
import { CrossIcon, QuestionIcon } from './icons.tsx'
import { MessageScreen } from './message-screen.tsx'

/** The error page: unknown session, or an unexpected error. */
export function ProblemScreen({ problem }: { problem: PageProblem | null }) {
  if (problem === null || problem.code === 'not_found') return <NotFoundScreen />
  return <BrokenScreen requestId={problem.requestId} />
}

const neverChanges = () => () => undefined

function NotFoundScreen() {
  const t = useTranslate()
  const cameFrom = useSyncExternalStore(
    neverChanges,
    () => window.history.length > 1,
    () => false,
  )
  return (
    <MessageScreen icon={<QuestionIcon />} title={t('not-found.title')}>
      <p className="lead">{t('not-found.text')}</p>
      {/* Invisible, but with its space, until the browser says that there is a page before this one. */}
      <button
        className="plain"
        type="button"
        inert={!cameFrom}
        onClick={() => window.history.back()}
      >
        {t('not-found.back')}
      </button>
    </MessageScreen>
  )
}

/** States nothing about money: a payment's outcome is unknown until the page loads again. */
export function BrokenScreen({ requestId }: { requestId: string | null }) {
  const t = useTranslate()
  return (
    <MessageScreen icon={<CrossIcon />} title={t('broken.title')}>
      <p className="lead">{t('broken.text')}</p>
      {requestId !== null && (
        <p className="assure">
          <span>{`${t('broken.request')} `}</span>
          <code>{requestId}</code>
        </p>
      )}
      <button className="primary" type="button" onClick={() => window.location.reload()}>
        {t('broken.again')}
      </button>
    </MessageScreen>
  )
}
