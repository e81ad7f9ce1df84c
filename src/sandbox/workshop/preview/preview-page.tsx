import { useEffect, useState } from 'react'
import { readWorkshopData } from '../workshop-data.ts'
import { CallPanel } from './call/call-panel.tsx'
import { Composer } from './composer/composer.tsx'
import { Stage } from './stage/stage.tsx'
import { useAnswer } from './use-answer.ts'
import { useComposition } from './use-composition.ts'

const TROUBLES = {
  unreadable: 'The address held nothing that can be read. This is the first of the examples.',
  'too-long': 'This is too much for an address: the page shows what did fit.',
} as const

/** `/preview`: composes a session, shows its page in every state and the API call that creates it. */
export function PreviewPage() {
  useEffect(() => {
    document.title = 'Preview · Sandbox'
  }, [])
  const [{ apiUrl, locales }] = useState(() => readWorkshopData(document))
  const { composed, trouble, change } = useComposition()
  const { answer, shown, isUnreachable } = useAnswer(composed?.code ?? null)
  const errors = answer?.errors ?? []

  return (
    <main className="workshop-page preview">
      <header>
        <h1>Preview</h1>
        <p className="lead">
          Compose a session and see the page as its shopper will, in every state. Nothing is stored:
          the session stands in the address of this page, to be kept and shared.
        </p>
      </header>
      {composed !== null && (
        <Composer
          composition={composed.composition}
          errors={errors}
          locales={locales}
          onChange={change}
          notice={trouble && <p className="stage-note">{TROUBLES[trouble]}</p>}
        />
      )}
      <div className="preview-results">
        {isUnreachable && (
          <output className="stage-note">
            The server does not answer. Load this page again in a moment: it keeps what you
            composed.
          </output>
        )}
        {shown !== null && <Stage shown={shown} locales={locales} isBehind={errors.length > 0} />}
        {composed !== null && <CallPanel composition={composed.composition} apiUrl={apiUrl} />}
      </div>
    </main>
  )
}
