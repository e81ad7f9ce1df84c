import { type FormEvent, type ReactNode, useState } from 'react'
import type {
  DashboardActionAnswer,
  DashboardAction,
  DashboardActionSent,
} from '#contract/dashboard/actions.ts'
import { useKeys } from '../keys/use-keys.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useTranslate } from '../words/use-language.ts'
import { ActionTrouble } from './action-trouble.tsx'
import { useAction } from './use-action.ts'

/** A button that opens a dialog, which names the dashboard action and its object; the dialog's own button performs it. */
export function ActionButton<Name extends DashboardAction>({
  input,
  title,
  verb,
  children,
  ...button
}: ActionButtonProps<Name>) {
  return (
    <ActionFormButton {...button}>
      {(opened) => (
        <ActionDialog<Name> {...opened} {...{ input, title, verb }}>
          {children}
        </ActionDialog>
      )}
    </ActionFormButton>
  )
}

/**
 * As `ActionButton`, with an `ActionDialog` of its own: state beside that dialog begins when it opens, with the values of that
 * time.
 */
export function ActionFormButton<Name extends DashboardAction>({
  dashboardAction,
  label,
  isDangerous,
  shortcut,
  onDone,
  children,
}: ActionFormButtonProps<Name>) {
  const [isOpen, setIsOpen] = useState(false)
  // Not in the dialog: a dashboard action whose answer was lost is the same one when the dialog is opened again.
  const performing = useAction(dashboardAction, (answer) => {
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

/**
 * The dialog of a dashboard action, open while it is mounted. It closes once the dashboard action is done, and stays open while
 * it is pending.
 */
export function ActionDialog<Name extends DashboardAction>({
  input,
  title,
  verb,
  children,
  performing,
  onClose,
}: ActionDialogProps<Name>) {
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
        <ActionTrouble error={error} />
        <div className="dialog-actions">
          <button
            type="button"
            className="quiet"
            aria-disabled={isPending}
            onClick={() => {
              if (!isPending) onClose()
            }}
          >
            {t('dashboard-action.leave')}
          </button>
          <button type="submit" className="main-button" aria-disabled={isPending}>
            {isPending ? t('dashboard-action.pending') : verb}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** What an open dialog gets from its button. */
export interface Opened<Name extends DashboardAction> {
  performing: ReturnType<typeof useAction<Name>>
  onClose: () => void
}

interface ActionDialogProps<Name extends DashboardAction> extends Opened<Name> {
  /** The dashboard action's input, or a function that reads it from fields and returns undefined while they are not valid. */
  input: DashboardActionSent<Name> | (() => DashboardActionSent<Name> | undefined)
  /** Names the dashboard action and its object: "Revoke the key ending 7Qx2?" */
  title: string
  /** The text of the button that performs the dashboard action: "Revoke". */
  verb: string
  /** A text about the consequence, and the dashboard action's fields. */
  children?: ReactNode
}

interface ActionFormButtonProps<Name extends DashboardAction> {
  dashboardAction: Name
  /** The text of the button that opens the dialog. */
  label: string
  isDangerous?: boolean
  /** A single key that opens the dialog, too. */
  shortcut?: string
  onDone?: (answer: DashboardActionAnswer<Name>) => void
  children: (opened: Opened<Name>) => ReactNode
}

type ActionButtonProps<Name extends DashboardAction> = Omit<
  ActionFormButtonProps<Name>,
  'children'
> &
  Omit<ActionDialogProps<Name>, keyof Opened<Name>>
