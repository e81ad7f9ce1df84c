import { type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { isChallengeReturn } from '../../../../domain/methods/card/challenge-return-path.ts'
import type { FramedChallenge } from './framed-challenge.ts'
import { useHasPassed } from '../../use-has-passed.ts'
import { useSay } from '../../use-say.ts'
import { applyBankStyle } from './bank-style.ts'

/** Browsers do not tell whether a bank's page loaded: they also load pages of errors. */
const OFFERED_AFTER_MS = 10_000

/** React has this property, its types do not. */
const CREDENTIALLESS = { credentialless: true }

interface BankDialogProps {
  action: FramedChallenge
  /** Closed, it keeps what the shopper did at the bank. */
  isOpen: boolean
  onClose: () => void
  /** The bank has sent the frame back to us. */
  onReturn: () => void
}

/** The bank's page in a frame over ours. It cannot lead our page anywhere. */
export function BankDialog({ action, isOpen, onClose, onReturn }: BankDialogProps) {
  const say = useSay()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLParagraphElement>(null)
  const titleId = useId()
  const [isLoaded, setLoaded] = useState(false)
  const isLinkOffered = useHasPassed(OFFERED_AFTER_MS)

  useLayoutEffect(applyBankStyle, [])
  useEffect(() => {
    if (!isOpen) return dialog.current?.close()
    dialog.current?.showModal()
    // Not the button to close, which a second press of Enter would hit.
    title.current?.focus()
  }, [isOpen])

  function handleLoad({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
    setLoaded(true)
    // `null` while it shows another origin.
    const path = currentTarget.contentDocument?.location.pathname
    if (path !== undefined && isChallengeReturn(path)) onReturn()
  }

  return (
    <dialog className="bank" ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <header>
        <p id={titleId} ref={title} tabIndex={-1}>
          {action.texts.title}
        </p>
        <button type="button" aria-label={action.frame.close} onClick={onClose}>
          ×
        </button>
      </header>
      <div>
        {!isLoaded && (
          <output className="loading">
            <span className="visually-hidden">{say('state.loading')}</span>
          </output>
        )}
        <iframe
          {...CREDENTIALLESS}
          title={action.texts.title}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- banks need both, and no script of our origin can be framed
          sandbox="allow-forms allow-same-origin allow-scripts"
          src={action.url}
          onLoad={handleLoad}
        />
      </div>
      <output>{isLinkOffered && <a href={action.url}>{action.frame.open}</a>}</output>
    </dialog>
  )
}
