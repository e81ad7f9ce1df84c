import { createDeliveryWorker } from '#server/service/events/deliveries/delivery-worker.ts'
import { replayDeliveries } from '#server/service/events/replay-deliveries.ts'
import { setWebhookEndpoint } from '#server/service/merchants/set-webhook-endpoint.ts'
import { expireSessions } from '#server/service/sessions/expire-sessions.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { finishIntents } from '#server/service/payments/finish-intents.ts'
import { releaseEndedHolds } from '#server/service/payments/release-hold.ts'
import { decideMismatch } from '#server/service/payments/decide-mismatch.ts'
import { prune } from '#server/service/installation/prune.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'
import { reconcileAtWork } from './reconcile-reports.ts'
import { settle } from './settle.ts'
import type { Stage } from './stage.ts'

/** Background work, each as one turn of its own process. */
const BACKGROUND: Record<string, (stage: Stage) => Promise<unknown>> = {
  'the processor works': ({ network, merchants }) => network.work(merchants.map(({ id }) => id)),
  resolve: ({ context }) => resolvePayments(context),
  'finish intents': ({ context }) => finishIntents(context),
  'release holds': ({ context }) => releaseEndedHolds(context),
  'finish refunds': ({ context }) => finishRefunds(context),
  expire: ({ context }) => expireSessions(context),
  deliver: ({ deliveries }) => createDeliveryWorker(deliveries).runOnce(),
  'set callback again': setCallbacksAgain,
  'send again': sendAgain,
  'decide mismatches': decideMismatches,
  reconcile: reconcileAtWork,
  prune: ({ context }) => prune(context),
  plant: (stage) => stage.plantWork(),
}
const DISABLED = `select id, callback_url as url from merchants
  where callback_disabled_at is not null and id = any ($1::uuid[]) order by id`

/** After 410 Gone a webhook endpoint is disabled; the operator sets it again. */
async function setCallbacksAgain({ context, world, merchants }: Stage): Promise<void> {
  const disabled = await world.observe<{ id: string; url: string }>(DISABLED, [
    merchants.map(({ id }) => id),
  ])
  for (const { id, url } of disabled) await setWebhookEndpoint(context, { merchantId: id, url })
}

const GIVEN_UP = `select given_up.id from deliveries given_up
  where given_up.status = 'exhausted' and given_up.merchant_id = any ($1::uuid[]) and not exists (
    select from deliveries later where later.event_id = given_up.event_id and later.id > given_up.id)
  order by given_up.id`

/** An operator resends exhausted deliveries. */
async function sendAgain({ context, world, merchants }: Stage): Promise<void> {
  const givenUp = await world.observe<{ id: string }>(GIVEN_UP, [merchants.map(({ id }) => id)])
  await replayDeliveries(
    context,
    givenUp.map(({ id }) => id),
  )
}

const HELD = `select p.id from payments p join sessions s on s.id = p.session_id
  where p.status = 'amount_mismatch' and s.merchant_id = any ($1::uuid[]) order by p.id`
const OPERATOR = { kind: 'command', user: 'ana', command: 'payments' } as const

/** An operator accepts or refuses other amounts than were asked. */
async function decideMismatches({ context, world, merchants, dice }: Stage): Promise<void> {
  const held = await world.observe<{ id: string }>(HELD, [merchants.map(({ id }) => id)])
  for (const { id: paymentId } of held) {
    const decision = dice.pick(['accept', 'refuse'] as const)
    const decided = await decideMismatch(context, { paymentId, decision, actor: OPERATOR })
    if (decided.outcome === 'refused' && decided.code === 'not_acceptable')
      await decideMismatch(context, { paymentId, decision: 'refuse', actor: OPERATOR })
  }
}

/** Background work that may start at random. Scenes and `comeToRest` start the rest. */
export const BACKGROUND_NAMES = Object.keys(BACKGROUND).filter(
  (name) => !['send again', 'decide mismatches', 'reconcile'].includes(name),
)

/** One turn. A fault may end it: the next turn retries. */
export async function takeTurn(stage: Stage, name: string): Promise<unknown> {
  // A process whose call hangs takes no other turn.
  if (stage.network.isHanging(name)) return undefined
  return stage.scheduler.start(name, async () => {
    try {
      return await BACKGROUND[name]?.(stage)
    } catch (error) {
      stage.context.log.error({ err: error, task: name }, 'a turn failed')
    }
  })
}

/** Takes turns, one after the other. */
export async function turns(stage: Stage, ...names: string[]): Promise<void> {
  for (const name of names) await settle(stage, [takeTurn(stage, name)])
}
