import type { EventState, WebhookBody, WebhookEvent } from '#contract/dashboard/webhook.ts'
import type { Customer } from '#contract/session.ts'
import { maskAnswer } from '#domain/mask-answer.ts'
import { maskPerson } from '#domain/mask-person.ts'
import { notificationOf, presentDelivery } from './present-event.ts'
import type { DeliveryRecord } from '../../database/events/deliveries.ts'
import { readEvent as read } from '../../database/events/events.ts'
import { readMerchant } from '../../database/merchants/merchants.ts'
import { recordPersonReads, type OperatorContext } from '../audit/operator-context.ts'
import { hideReference } from './deliveries/event-body.ts'

interface AskedEvent {
  merchantId: string
  eventId: string
}

/** An event of a merchant with its delivery attempts, its body masked; undefined when the merchant has no such event. */
export async function readEvent(
  { database }: Pick<OperatorContext, 'database'>,
  { merchantId, eventId, showsAnswers }: AskedEvent & { showsAnswers: boolean },
): Promise<Omit<WebhookEvent, 'showsBody'> | undefined> {
  const [event, merchant] = await Promise.all([
    read(database, merchantId, eventId),
    readMerchant(database, merchantId),
  ])
  if (event === undefined || merchant === undefined) return undefined
  const body = JSON.parse(event.body) as Body
  const person = customerOf(body)
  return {
    id: event.id,
    type: event.type,
    sessionId: event.sessionId,
    orderReference: body.data?.session?.orderReference ?? null,
    createdAt: event.createdAt.toISOString(),
    state: stateOf(event.deliveries.at(-1)),
    merchantName: merchant.name,
    body: masked(event.body, body),
    deliveries: event.deliveries.map((record) => {
      const { object: _object, ...delivery } = presentDelivery(record)
      // A receiver may repeat what it was sent: its answer is masked as the body is.
      const attempts = delivery.attempts.map(({ responseExcerpt, ...attempt }) => ({
        ...attempt,
        responseExcerpt: showsAnswers ? maskedAnswer(responseExcerpt, person) : null,
      }))
      return { ...delivery, attempts }
    }),
  }
}

/** The body as it is sent, and the answers that are masked otherwise. Records a read of the personal data in it. */
export async function showBody(
  context: OperatorContext,
  { merchantId, eventId, showsAnswers }: AskedEvent & { showsAnswers: boolean },
): Promise<WebhookBody | undefined> {
  const event = await read(context.database, merchantId, eventId)
  if (event === undefined) return undefined
  const person = customerOf(JSON.parse(event.body) as Body)
  const fields = Object.keys(person ?? {})
  if (fields.length > 0)
    await recordPersonReads(context, 'event, shown', [
      { merchantId, subject: event.sessionId ?? event.id, fields },
    ])
  const attempts = event.deliveries.flatMap((delivery) => delivery.attempts)
  const answers = attempts.flatMap(({ number, responseExcerpt }) =>
    showsAnswers && responseExcerpt !== maskedAnswer(responseExcerpt, person)
      ? [{ attempt: number, responseExcerpt: responseExcerpt ?? '' }]
      : [],
  )
  return { body: await notificationOf(context, event), answers }
}

function maskedAnswer(excerpt: string | null, person: Customer | null): string | null {
  return excerpt === null || person === null ? excerpt : maskAnswer(excerpt, person)
}

interface Body {
  data?: { session?: { orderReference?: string | null; customer?: Customer | null } }
}

const customerOf = ({ data }: Body) => data?.session?.customer ?? null

/** The same JSON, with the customer masked and the reference hidden: whoever has the session's link may pay. */
function masked(text: string, body: Body): string {
  const customer = customerOf(body)
  const session = { ...body.data?.session, ...(customer && { customer: maskPerson(customer) }) }
  const whole =
    customer === null ? text : JSON.stringify({ ...body, data: { ...body.data, session } })
  return hideReference(whole)
}

function stateOf(last: DeliveryRecord | undefined): EventState {
  if (last === undefined) return 'unsent'
  return last.status === 'pending' && last.attempts.length > 0 ? 'retrying' : last.status
}
