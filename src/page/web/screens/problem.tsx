import { useSyncExternalStore } from 'react'
import type { PageProblem } from '#contract/page.ts'
import { useSay } from '../use-say.ts'
import { CrossIcon, QuestionIcon } from './icons.tsx'
import { MessageScreen } from './message-screen.tsx'

/** The error page: unknown session, or an unexpected error. */
export function ProblemScreen({ problem }: { problem: PageProblem | null }) {
  if (problem === null || problem.code === 'not_found') return <NotFoundScreen />
  return <BrokenScreen requestId={problem.requestId} />
}

const neverChanges = () => () => undefined

function NotFoundScreen() {
  const say = useSay()
  const cameFrom = useSyncExternalStore(
    neverChanges,
    () => window.history.length > 1,
    () => false,
  )
  return (
    <MessageScreen icon={<QuestionIcon />} title={say('not-found.title')}>
      <p className="lead">{say('not-found.text')}</p>
      {/* Invisible, but with its space, until the browser says that there is a page before this one. */}
      <button
        className="plain"
        type="button"
        inert={!cameFrom}
        onClick={() => window.history.back()}
      >
        {say('not-found.back')}
      </button>
    </MessageScreen>
  )
}

/** States nothing about money: a payment's outcome is unknown until the page loads again. */
export function BrokenScreen({ requestId }: { requestId: string | null }) {
  const say = useSay()
  return (
    <MessageScreen icon={<CrossIcon />} title={say('broken.title')}>
      <p className="lead">{say('broken.text')}</p>
      {requestId !== null && (
        <p className="assure">
          {say('broken.request')} <code>{requestId}</code>
        </p>
      )}
      <button className="primary" type="button" onClick={() => window.location.reload()}>
        {say('broken.again')}
      </button>
    </MessageScreen>
  )
}
