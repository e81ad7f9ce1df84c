import {
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import { isChallengeReturn } from '#domain/methods/card/challenge-return-path.ts'
import type { FramedChallenge } from './framed-challenge.ts'
import { useHasPassed } from '../../use-has-passed.ts'
import { useTranslate } from '../../use-translate.ts'
import { applyBankStyle } from './bank-style.ts'

/**
 * The delay before a link to the bank's page is offered: browsers do not tell whether a page loaded, since they fire
 * `load` for error pages, too.
 */
const OFFERED_AFTER_MS = 10_000

/** React has this property, its types do not. */
const CREDENTIALLESS = { credentialless: true }

interface BankDialogProps {
  action: FramedChallenge
  ref: RefObject<HTMLDialogElement | null>
  /** Called when the bank has sent the frame back to our origin. */
  onReturn: () => void
}

/**
 * The bank's page in a frame over our page, which the bank's page cannot navigate. A closed dialog keeps what the
 * shopper did in it.
 */
export function BankDialog({ action, ref, onReturn }: BankDialogProps) {
  const t = useTranslate()
  const titleId = useId()
  const [isLoaded, setLoaded] = useState(false)
  const isLinkOffered = useHasPassed(OFFERED_AFTER_MS)

  useLayoutEffect(applyBankStyle, [])
  useEffect(() => showBank(ref.current), [ref])

  function handleLoad({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
    setLoaded(true)
    // `contentDocument` is `null` while the frame shows another origin.
    const path = currentTarget.contentDocument?.location.pathname
    if (path !== undefined && isChallengeReturn(path)) onReturn()
  }

  return (
    <dialog className="bank" ref={ref} aria-labelledby={titleId}>
      <header>
        <p id={titleId} tabIndex={-1}>
          {action.texts.title}
        </p>
        <button type="button" aria-label={action.frame.close} onClick={() => ref.current?.close()}>
          ×
        </button>
      </header>
      <div>
        {!isLoaded && (
          <output className="loading">
            <span className="visually-hidden">{t('state.loading')}</span>
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

/** Opens the dialog. No React state holds whether it is open: the `close` event comes late, and would undo a press. */
export function showBank(dialog: HTMLDialogElement | null): void {
  dialog?.showModal()
  // Not the close button, which a second press of Enter would activate.
  dialog?.querySelector('p')?.focus()
}
