import { type FormEvent, type ReactNode, useState } from 'react'
import type { ActAnswer, ActName, ActSent } from '../../../contract/dashboard/acts.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useSay } from '../words/use-language.ts'
import { ActTrouble } from './act-trouble.tsx'
import { useAct } from './use-act.ts'

/** A button that opens a dialog, which names the act and its object; the dialog's own button performs the act. */
export function ActButton<Name extends ActName>({
  label,
  isDangerous,
  shortcut,
  ...act
}: ActButtonProps<Name>) {
  const [isOpen, setIsOpen] = useState(false)
  useKeys(shortcut === undefined ? {} : { [shortcut]: () => setIsOpen(true) })
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts={shortcut}
        className={isDangerous === true ? 'quiet danger-button' : 'quiet'}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </button>
      {isOpen && <ActDialog {...act} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The dialog of an act, open while it is mounted. It closes once the act is done. */
function ActDialog<Name extends ActName>({
  act,
  input,
  title,
  verb,
  children,
  onDone,
  onClose,
}: ActDialogProps<Name>) {
  const say = useSay()
  const performing = useAct(act, (answer) => {
    onDone?.(answer)
    onClose()
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const sent = typeof input === 'function' ? input() : input
    if (sent !== undefined && !performing.isPending) performing.mutate(sent)
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        <ActTrouble error={performing.error} />
        <div className="dialog-acts">
          <button type="button" className="quiet" onClick={onClose}>
            {say('act.leave')}
          </button>
          <button type="submit" className="main-button" aria-disabled={performing.isPending}>
            {performing.isPending ? say('act.pending') : verb}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface ActDialogProps<Name extends ActName> {
  act: Name
  /** The act's input, or a function that reads it from fields and returns undefined while they are not valid. */
  input: ActSent<Name> | (() => ActSent<Name> | undefined)
  /** Names the act and its object: "Revoke the key ending 7Qx2?" */
  title: string
  /** The text of the button that performs the act: "Revoke". */
  verb: string
  /** A text about the consequence, and the act's fields. */
  children?: ReactNode
  onDone?: (answer: ActAnswer<Name>) => void
  onClose: () => void
}

type ActButtonProps<Name extends ActName> = Omit<ActDialogProps<Name>, 'onClose'> & {
  /** The text of the button that opens the dialog. */
  label: string
  isDangerous?: boolean
  /** A single key that opens the dialog, too. */
  shortcut?: string
}
