import { REPLAY_MATCHES_MAX } from '#contract/dashboard/deliveries.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import type { Outcome, RefusalCode } from '#server/service/outcome.ts'

/** What a command names, of which a use case says that it cannot be done. */
export interface Subject {
  kind: 'payment' | 'refund' | 'key' | 'user' | 'merchant' | 'role'
  /** As it was typed. */
  id: string
}

const NOT_FOUND: Record<Subject['kind'], (id: string) => string> = {
  role: (id) =>
    `There is no role ${id}. Make it in psql: create role ${id} login; \\password ${id}`,
  payment: (id) => `There is no payment ${id}.`,
  refund: (id) => `There is no refund ${id}.`,
  key: (id) =>
    `There is no key ${id}. Those there are: npx --no checkout keys list --merchant <merchantId>`,
  user: (id) => `There is no ${id}. Those there are: npx --no checkout users list`,
  merchant: (id) => `There is no merchant ${id}. Those there are: npx --no checkout merchants list`,
}

/** What a command prints of each refusal. A use case of the API says it itself, in its detail. */
const TEXTS: Partial<Record<RefusalCode, (id: string) => string>> = {
  not_owed: (id) => `Of the payment ${id} nothing is owed.`,
  refund_pending: (id) =>
    `A refund of ${id} is pending: if it succeeds, the money goes back twice. Wait for its outcome, ` +
    'or let the processor cancel it first.',
  not_held: (id) => `The payment ${id} does not wait for a decision.`,
  not_acceptable: (id) =>
    `The payment ${id} cannot be accepted: nothing was taken, or another currency, or another payment has paid the session.`,
  key_ended: (id) => `Key ${id} has ended already. Make a new one with "keys issue".`,
  already_disabled: (id) => `${id} is disabled already.`,
  user_disabled: (id) => `${id} is disabled: invite them again.`,
  not_active: (id) => `${id} was never in: invite them again, for another link.`,
  last_admin: (id) => `${id} is the last admin: let another in first.`,
  never_sent: (id) => `The session of ${id} was created with sandbox.deliveries "none".`,
  no_endpoint: (id) => `The merchant ${id} has no callback: npx --no checkout callback set`,
  more_match: () => 'More match than were counted: count again.',
  none_match: () => 'Nothing matches.',
  too_many_match: () =>
    `More than ${REPLAY_MATCHES_MAX} match. Narrow them down, as with --since, --until or --type.`,
  replay_in_progress: (id) =>
    `Another replay goes on. It ends by itself, or with: npx --no checkout deliveries stop-replay --merchant ${id}`,
  no_replay: () => 'No replay goes on.',
  role_too_mighty: (id) =>
    `The role ${id} owns the database or may administer the server. Make one that may not.`,
}

/** What a use case has done. Throws a `CommandFailure`, exit 1, when it was refused. */
export function valueOf<T>(outcome: Outcome<T, RefusalCode>, subject?: Subject): T {
  if (outcome.outcome === 'done') return outcome.value
  throw new CommandFailure(textOf(outcome, subject))
}

function textOf({ code, detail }: { code: RefusalCode; detail: string }, subject?: Subject) {
  if (detail !== '' || subject === undefined) return detail
  if (code === 'not_found') return NOT_FOUND[subject.kind](subject.id)
  return TEXTS[code]?.(subject.id) ?? code
}

/** The failure of a command whose subject does not exist. */
export function notFound({ kind, id }: Subject): CommandFailure {
  return new CommandFailure(NOT_FOUND[kind](id))
}
