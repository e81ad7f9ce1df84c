import { type FormEvent, type ReactNode, useState } from 'react'
import type { ActAnswer, ActName, ActSent } from '#contract/dashboard/acts.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useTranslate } from '../words/use-language.ts'
import { ActTrouble } from './act-trouble.tsx'
import { useAct } from './use-act.ts'

/** A button that opens a dialog, which names the act and its object; the dialog's own button performs the act. */
export function ActButton<Name extends ActName>({
  input,
  title,
  verb,
  children,
  ...button
}: ActButtonProps<Name>) {
  return (
    <ActFormButton {...button}>
      {(opened) => (
        <ActDialog<Name> {...opened} {...{ input, title, verb }}>
          {children}
        </ActDialog>
      )}
    </ActFormButton>
  )
}

/** As `ActButton`, with an `ActDialog` of its own: state beside that dialog begins when it opens, with the values of that time. */
export function ActFormButton<Name extends ActName>({
  act,
  label,
  isDangerous,
  shortcut,
  onDone,
  children,
}: ActFormButtonProps<Name>) {
  const [isOpen, setIsOpen] = useState(false)
  // Not in the dialog: an act whose answer was lost is the same act when the dialog is opened again.
  const performing = useAct(act, (answer) => {
    onDone?.(answer)
    close()
  })
  useKeys(shortcut === undefined ? {} : { [shortcut]: () => setIsOpen(true) })

  function close(): void {
    performing.reset()
    setIsOpen(false)
  }

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
      {isOpen && children({ performing, onClose: close })}
    </>
  )
}

/** The dialog of an act, open while it is mounted. It closes once the act is done, and stays open while it is pending. */
export function ActDialog<Name extends ActName>({
  input,
  title,
  verb,
  children,
  performing,
  onClose,
}: ActDialogProps<Name>) {
  const t = useTranslate()
  const { isPending, error } = performing

  function submit(event: FormEvent) {
    event.preventDefault()
    const sent = typeof input === 'function' ? input() : input
    if (sent !== undefined && !isPending) performing.mutate(sent)
  }

  return (
    <Dialog title={title} isHeld={isPending} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        <ActTrouble error={error} />
        <div className="dialog-acts">
          <button
            type="button"
            className="quiet"
            aria-disabled={isPending}
            onClick={() => {
              if (!isPending) onClose()
            }}
          >
            {t('act.leave')}
          </button>
          <button type="submit" className="main-button" aria-disabled={isPending}>
            {isPending ? t('act.pending') : verb}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** What an open dialog gets from its button. */
export interface Opened<Name extends ActName> {
  performing: ReturnType<typeof useAct<Name>>
  onClose: () => void
}

interface ActDialogProps<Name extends ActName> extends Opened<Name> {
  /** The act's input, or a function that reads it from fields and returns undefined while they are not valid. */
  input: ActSent<Name> | (() => ActSent<Name> | undefined)
  /** Names the act and its object: "Revoke the key ending 7Qx2?" */
  title: string
  /** The text of the button that performs the act: "Revoke". */
  verb: string
  /** A text about the consequence, and the act's fields. */
  children?: ReactNode
}

interface ActFormButtonProps<Name extends ActName> {
  act: Name
  /** The text of the button that opens the dialog. */
  label: string
  isDangerous?: boolean
  /** A single key that opens the dialog, too. */
  shortcut?: string
  onDone?: (answer: ActAnswer<Name>) => void
  children: (opened: Opened<Name>) => ReactNode
}

type ActButtonProps<Name extends ActName> = Omit<ActFormButtonProps<Name>, 'children'> &
  Omit<ActDialogProps<Name>, keyof Opened<Name>>
