import type { SignedNotification } from '../../../contract/sandbox-notifications.ts'
import { print, say } from '../command-line/output.ts'
import type { ForwardTry } from './forwarder.ts'
import { forwardLine, notificationLine } from './lines.ts'

/** Says what happens while one listens. */
export interface Teller {
  notification(notification: SignedNotification): void
  forward(attempt: ForwardTry): void
  summary(summary: { events: number; accepted: number; refused: number; unfinished: number }): void
}

const now = () => new Date()

const tellJson = (told: { object: string } & object) =>
  print(JSON.stringify({ ...told, at: now().toISOString() }))
/** To a script: a JSON document a line. */
export const jsonTeller: Teller = {
  notification: (notification) => tellJson({ object: 'notification', ...notification }),
  forward: (attempt) => tellJson({ object: 'forward', ...attempt }),
  summary: (summary) => tellJson({ object: 'summary', ...summary }),
}

/** To the person at the keyboard. */
export function teller(url = ''): Teller {
  let hasHinted = false
  return {
    notification: (notification) => print(notificationLine(now(), notification)),
    forward(attempt) {
      print(forwardLine(now(), url, attempt))
      const isRefusedAsForged = [400, 401, 403].includes(attempt.statusCode ?? 0)
      if (!isRefusedAsForged || hasHinted) return
      hasHinted = true
      say('If your handler refuses the signature, this says why: npx hosted-checkout verify --help')
    },
    summary({ events, accepted, refused, unfinished }) {
      const left = unfinished === 0 ? '' : `, ${unfinished} not finished`
      const forwarded = url === '' ? '' : `, ${accepted} accepted, ${refused} refused${left}`
      print(`${events} ${events === 1 ? 'event' : 'events'}${forwarded}`)
    },
  }
}
