import { done } from '#server/service/outcome.ts'
import type { SandboxHandler } from '../sandbox-context.ts'
import { presentClock } from './present-clock.ts'

export const readClock: SandboxHandler<'readClock'> = async (context, call) =>
  done(presentClock(context, call.caller.merchant.id))
