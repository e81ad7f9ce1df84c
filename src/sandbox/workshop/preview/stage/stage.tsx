import { useSearchParams } from 'react-router'
import type { PreviewAnswer } from '#contract/preview.ts'
import { CopyButton } from '../../layout/copy-button.tsx'
import { pageAddress } from '../page-address.ts'
import { FIRST_STATE, readView } from '../view.ts'
import { EveryState } from './every-state.tsx'
import { Frames } from './frames.tsx'
import { StateList } from './state-list.tsx'
import { ViewBar } from './view-bar.tsx'

interface StageProps {
  shown: { code: string; answer: PreviewAnswer }
  locales: readonly string[]
  /** The composition has errors: an older one is shown. */
  isBehind: boolean
}

/** The live page in the states that the composed session can reach. */
export function Stage({ shown: { code, answer }, locales, isBehind }: StageProps) {
  const [search] = useSearchParams()
  const view = readView(search)
  const states = answer.groups.flatMap((group) => group.states)
  const wanted = states.find(({ name }) => name === view.state)
  const state = wanted ?? states.find(({ name }) => name === FIRST_STATE)
  if (state === undefined) return null
  const address = pageAddress(code, state.name, view.locale)

  return (
    <section className="stage" aria-labelledby="stage-title">
      <div className="stage-head">
        <h2 id="stage-title">The page</h2>
        <p className="stage-links">
          {view.scope === 'one' && (
            <a href={address} target="_blank" rel="noreferrer">
              Open this state
            </a>
          )}
          <CopyButton text={() => window.location.href}>Copy link</CopyButton>
        </p>
      </div>
      <ViewBar locales={locales} />
      {isBehind && (
        <output className="stage-note">The page shows the last order that was right.</output>
      )}
      {view.scope === 'every' ? (
        <EveryState groups={answer.groups} code={code} />
      ) : (
        <div className="stage-body">
          <StateList groups={answer.groups} current={state.name} />
          <div className="stage-frames">
            {wanted === undefined && (
              <p className="stage-note">
                This session cannot come to the state “{view.state}”: its method is not offered. It
                is shown open instead.
              </p>
            )}
            {state.isPressed && (
              <p className="stage-note">This one answers a press: fill in an email and pay.</p>
            )}
            <Frames view={view} src={address} stateTitle={state.title} />
          </div>
        </div>
      )}
    </section>
  )
}
