import { accept, refuse, type Handler } from '../../server/api/handler.ts'
import { withTime } from './merchant-time.ts'
import { presentClock } from './present-clock.ts'

export const readClock: Handler<'readClock'> = async (context, call) => {
  const sandbox = withTime(context)
  if (sandbox === undefined) return refuse('not_found', 'There is nothing at this address.')
  return accept(presentClock(sandbox, call.caller.merchant.id))
}
