import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'

/** A modal dialog, open while it is mounted. When it closes, the browser returns the focus to the element that opened it. */
export function Dialog({ title, isHeld = false, onClose, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  // A layout effect closes the dialog while it is still in the document: only then does the browser return the focus.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])

  // Browsers send `close` late: a press right after Escape would come before it. `cancel` comes at once.
  function cancel(event: SyntheticEvent) {
    event.preventDefault()
    if (!isHeld) onClose()
  }

  // A browser closes a dialog at a second Escape, even if the first was prevented.
  function closed() {
    if (isHeld) dialog.current?.showModal()
    else onClose()
  }

  return (
    <dialog ref={dialog} aria-labelledby={titleId} onCancel={cancel} onClose={closed}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}

interface DialogProps {
  title: string
  /** Escape does not close it. */
  isHeld?: boolean
  /** Also called for Escape. */
  onClose: () => void
  children: ReactNode
}
