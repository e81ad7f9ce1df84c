import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'

/** A modal dialog, open while it is mounted. Closed, the browser gives the focus back to what opened it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  // While it is still in the document: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])

  // Browsers send the event of closing late: a press right after Escape would come before it.
  function cancel(event: SyntheticEvent) {
    event.preventDefault()
    onClose()
  }

  return (
    <dialog ref={dialog} aria-labelledby={titleId} onCancel={cancel} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}

interface DialogProps {
  title: string
  /** Also by Escape. */
  onClose: () => void
  children: ReactNode
}
