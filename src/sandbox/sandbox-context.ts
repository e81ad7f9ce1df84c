import type { z } from 'zod'
import type { OPERATIONS } from '#contract/operations.ts'
import type { SandboxOperationId } from '#contract/sandbox-operations.ts'
import type { Call, Result } from '#server/api/handler.ts'
import type { ServiceContext } from '#server/service/context.ts'
import type { DeliveryContext } from '#server/service/events/deliveries/deliver.ts'
import type { SendingReceipts } from '#server/service/mails/send-receipts.ts'
import type { MerchantClocks } from './clock/merchant-clocks.ts'
import type { EventWatch } from './notifications/event-watch.ts'

/** The simulated processor's work that depends on a merchant's time. */
export interface SimulatorTime {
  /** Does all work due at `now`; returns how much there was. */
  runDue(now: Date, scope: { except: readonly string[] } | { only: string }): Promise<number>
  /** The next time after `after` at which work of a merchant is due. */
  nextDue(merchantId: string, after: Date): Promise<Date | undefined>
}

/** What the sandbox adds to a service's context. */
export interface SandboxParts {
  clocks: MerchantClocks
  eventWatch: EventWatch
  deliveries: Omit<DeliveryContext, 'clock'>
  receipts: SendingReceipts | undefined
  simulator: SimulatorTime | undefined
}

export type SandboxContext = ServiceContext & { sandbox: SandboxParts }

export type SandboxHandler<Id extends SandboxOperationId> = (
  context: SandboxContext,
  call: Call<Id>,
) => Promise<Result<z.output<(typeof OPERATIONS)[Id]['answer']>>>
