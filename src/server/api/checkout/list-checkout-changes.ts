import type { Handler } from '../handler.ts'
import { done } from '../../service/outcome.ts'

/** Changes of all sessions; the page's backend filters them. Makes no database query. */
export const listCheckoutChanges: Handler<'listCheckoutChanges'> = async (context, call) => {
  const { after, waitSeconds } = call.query
  const { changes, cursor, complete } = await context.away(() =>
    context.watch.changesAfter(after, waitSeconds * 1000, call.signal()),
  )
  return done({ object: 'list', data: [...changes], cursor, complete })
}
