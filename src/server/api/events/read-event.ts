import { readEvent as findEvent } from '../../database/events/events.ts'
import type { Handler } from '../handler.ts'
import { done, refuse } from '../../service/outcome.ts'
import { presentEvent } from '../../service/events/present-event.ts'

export const readEvent: Handler<'readEvent'> = async (context, { caller, parameters }) => {
  const event = await findEvent(context.database, caller.merchant.id, parameters.id)
  return event === undefined
    ? refuse('not_found', 'There is no such event.')
    : done(await presentEvent(context, event))
}
