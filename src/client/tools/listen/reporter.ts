import type { SignedNotification } from '#contract/sandbox-notifications.ts'
import { print, printNotice } from '../command-line/output.ts'
import type { Terminal } from '../command-line/terminal.ts'
import type { ForwardAttempt } from './forwarder.ts'
import { forwardLine, notificationLine } from './lines.ts'

/** Prints what happens while `listen` runs. */
export interface Reporter {
  notification(notification: SignedNotification): void
  forward(attempt: ForwardAttempt): void
  summary(summary: { events: number; accepted: number; refused: number; unfinished: number }): void
}

const now = () => new Date()

/** JSON Lines, for scripts. */
export function jsonReporter(terminal: Terminal): Reporter {
  const printDocument = (document: { object: string } & object) =>
    print(terminal, JSON.stringify({ ...document, at: now().toISOString() }))
  return {
    notification: (notification) => printDocument({ object: 'notification', ...notification }),
    forward: (attempt) => printDocument({ object: 'forward', ...attempt }),
    summary: (summary) => printDocument({ object: 'summary', ...summary }),
  }
}

/** Text, for a terminal. */
export function textReporter(terminal: Terminal, url = ''): Reporter {
  let hasHinted = false
  return {
    notification: (notification) => print(terminal, notificationLine(now(), notification)),
    forward(attempt) {
      print(terminal, forwardLine(now(), url, attempt))
      const isRefusedAsForged = [400, 401, 403].includes(attempt.statusCode ?? 0)
      if (!isRefusedAsForged || hasHinted) return
      hasHinted = true
      printNotice(
        terminal,
        'If your handler refuses the signature, this says why: npx --no hosted-checkout verify --help',
      )
    },
    summary({ events, accepted, refused, unfinished }) {
      const left = unfinished === 0 ? '' : `, ${unfinished} not finished`
      const forwarded = url === '' ? '' : `, ${accepted} accepted, ${refused} refused${left}`
      print(terminal, `${events} ${events === 1 ? 'event' : 'events'}${forwarded}`)
    },
  }
}
