import type { z } from 'zod'
import type { OPERATIONS } from '../contract/operations.ts'
import type { SandboxOperationId } from '../contract/sandbox-operations.ts'
import type { Call, Result } from '../server/api/handler.ts'
import type { ServiceContext } from '../server/context.ts'
import type { DeliveryContext } from '../server/worker/deliveries/deliver.ts'
import type { SendingReceipts } from '../server/worker/receipts/send-receipts.ts'
import type { MerchantClocks } from './clock/merchant-clocks.ts'
import type { EventWatch } from './notifications/event-watch.ts'

/** The simulated processor's share of a merchant's time. */
export interface SimulatorTime {
  /** Does what is due by then, and counts it. */
  runDue(now: Date, whose: { except: readonly string[] } | { only: string }): Promise<number>
  /** The first moment after another at which something of a merchant is due there. */
  nextDue(merchantId: string, after: Date): Promise<Date | undefined>
}

/** What only the sandbox has: the clocks of merchants, all that does their due work, and the wait for events. */
export interface SandboxParts {
  clocks: MerchantClocks
  eventWatch: EventWatch
  deliveries: Omit<DeliveryContext, 'clock'>
  receipts: SendingReceipts | undefined
  simulator: SimulatorTime | undefined
}

/** The context of a service in the sandbox. */
export type SandboxContext = ServiceContext & { sandbox: SandboxParts }

export type SandboxHandler<Id extends SandboxOperationId> = (
  context: SandboxContext,
  call: Call<Id>,
) => Promise<Result<z.output<(typeof OPERATIONS)[Id]['answer']>>>
