import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { extentAt } from '#dashboard/web/actions/may.ts'
import { lastSessionsQuery } from '#dashboard/web/calls/last-sessions.ts'
import { meQuery } from '#dashboard/web/calls/me.ts'
import { merchantsQuery } from '#dashboard/web/merchants/queries.ts'
import { useDeps } from '#dashboard/web/deps.ts'
import { FIRST_STEPS_WORDS } from './first-steps-words.ts'

/** Three first steps for a person who may create merchants. A finished step is ticked; the list disappears after the last. */
export function FirstSteps({ tag }: { tag: string }) {
  const { data: me } = useSuspenseQuery(meQuery(useDeps()))
  const mayCreate = extentAt(me, 'merchants:create', null) !== undefined
  return mayCreate && me.storeUrl !== null && <Steps tag={tag} storeUrl={me.storeUrl} />
}

function Steps({ tag, storeUrl }: { tag: string; storeUrl: string }) {
  const deps = useDeps()
  const sessions = useQuery(lastSessionsQuery(deps, null)).data?.items
  const merchants = useQuery(merchantsQuery(deps, { q: '', after: '' })).data?.items
  const words = FIRST_STEPS_WORDS[tag] ?? FIRST_STEPS_WORDS['en']
  if (sessions === undefined || merchants === undefined || words === undefined) return null
  const isPressed = sessions.some(({ payment }) => payment !== null)
  const isPaid = sessions.some(({ status }) => status === 'complete')
  // The demo store's merchant is there from the start.
  const hasOwn = merchants.length > 1
  if (isPaid && hasOwn) return null
  return (
    <section aria-labelledby="first-steps" className="first-steps">
      <h2 id="first-steps">{words.title}</h2>
      <ol className="rows">
        <Step isDone={isPressed} done={words.done}>
          <a href={storeUrl} target="_blank" rel="noreferrer">
            {words.buy}
          </a>
        </Step>
        <Step isDone={isPaid} done={words.done}>
          {words.watch}
        </Step>
        <Step isDone={hasOwn} done={words.done}>
          <Link to="/m/new">{words.merchant}</Link>
        </Step>
      </ol>
    </section>
  )
}

function Step({ isDone, done, children }: StepProps) {
  return (
    <li>
      <span>{children}</span>
      <output>
        {isDone && (
          <span className="mark" data-tone="ok">
            {done}
          </span>
        )}
      </output>
    </li>
  )
}

interface StepProps {
  isDone: boolean
  done: string
  children: ReactNode
}
