import { accept, refuse, type Handler } from '../handler.ts'
import { findSession } from './find-session.ts'
import { presentCheckout } from './present-checkout.ts'

export const readCheckout: Handler<'readCheckout'> = async (context, call) => {
  const { reference } = call.parameters
  const { afterVersion, waitSeconds } = call.query
  let session = await findSession(context, reference)
  if (session === undefined) return refuse('not_found', 'There is no such session.')

  if (afterVersion !== undefined && session.version <= afterVersion && waitSeconds > 0) {
    await context.watch.changed(session.id, waitSeconds * 1000, call.signal)
    session = (await findSession(context, reference)) ?? session
  }
  return accept(await presentCheckout(context, session))
}
