import { type ReactNode, useEffect, useId, useRef } from 'react'

/** A modal dialog, open while it is mounted. Closed, the browser gives the focus back to what opened it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])

  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={onClose}>
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
