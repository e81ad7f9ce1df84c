import type { SessionForCheckout } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../../service/context.ts'
import { done, refuse } from '../../service/outcome.ts'
import { findSession } from '../../service/sessions/find-session.ts'
import { presentCheckout } from '../../service/sessions/present-checkout.ts'
import type { Handler } from '../handler.ts'

export const readCheckout: Handler<'readCheckout'> = async (context, call) => {
  const { reference } = call.parameters
  const { afterVersion, waitSeconds } = call.query
  const session = await findSession(context, reference)
  if (session === undefined) return refuse('not_found', 'There is no such session.')
  // Only a page that already shows the session sends `afterVersion`; previews and scans of the link do not.
  if (afterVersion !== undefined && session.status === 'open')
    context.openings.record(session.id, context.clock())
  if (afterVersion === undefined || session.version > afterVersion || waitSeconds === 0)
    return done(await presentCheckout(context, session))

  const changed = await waitForChange(context, session, reference, {
    timeoutMs: waitSeconds * 1000,
    signal: call.signal(),
  })
  return done(await presentCheckout(context, changed))
}

async function waitForChange(
  context: ServiceContext,
  known: SessionForCheckout,
  reference: string,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<SessionForCheckout> {
  const enough = new AbortController()
  const news = context.watch.changed(known, timeoutMs, AbortSignal.any([signal, enough.signal]))
  // Subscribe first, then read again: a change between the first read and the subscription is not
  // notified.
  const seen = (await findSession(context, reference)) ?? known
  if (seen.version > known.version || seen.merchantNotified !== known.merchantNotified) {
    enough.abort()
    return seen
  }
  await context.away(() => news)
  return (await findSession(context, reference)) ?? seen
}

/** Changes of all sessions; the page's backend filters them. Makes no database query. */
export const listCheckoutChanges: Handler<'listCheckoutChanges'> = async (context, call) => {
  const { after, waitSeconds } = call.query
  const { changes, cursor, complete } = await context.away(() =>
    context.watch.changesAfter(after, waitSeconds * 1000, call.signal()),
  )
  return done({ object: 'list', data: [...changes], cursor, complete })
}
