import { listDisputes, listDisputesOfSession, readDispute } from '../database/disputes/disputes.ts'
import { hasEvent, listEvents, readEvent } from '../database/events/events.ts'
import { listPayments } from '../database/payments/payments.ts'
import { listRefunds, readRefund, readRefundOf } from '../database/refunds/refunds.ts'
import { listSessions } from '../database/sessions/list-sessions.ts'
import { hasSession, readSession } from '../database/sessions/sessions.ts'
import { presentDispute } from '../service/disputes/present-dispute.ts'
import { readEvidence } from '../service/disputes/read-evidence.ts'
import { presentEvent } from '../service/events/present-event.ts'
import { done, refuse } from '../service/outcome.ts'
import { presentRefund } from '../service/refunds/present-refund.ts'
import { presentPayment, presentSession } from '../service/sessions/present-session.ts'
import type { Handler } from './handler.ts'
import { listAnswer, UNKNOWN_CURSOR } from './list-answer.ts'

const NO_SESSION = refuse('not_found', 'There is no such session.')
const NO_DISPUTE = refuse('not_found', 'There is no such dispute.')

/** What a merchant reads of its own. The answer is the same for an object of another merchant as for none. */
export const READS: { [Id in ReadId]: Handler<Id> } = {
  async listSessions(context, { caller: { merchant }, query }) {
    const { database } = context
    if (query.after !== undefined && !(await hasSession(database, merchant.id, query.after)))
      return UNKNOWN_CURSOR
    const page = await listSessions(database, merchant.id, query)
    return listAnswer(page, (session) => presentSession(context, session))
  },

  async readSession(context, call) {
    const session = await readSession(context.database, call.caller.merchant.id, call.parameters.id)
    // guard: same-refusal
    if (session === undefined) return NO_SESSION
    return done(presentSession(context, session))
  },

  async listPayments({ database }, { caller, parameters: { id } }) {
    if (!(await hasSession(database, caller.merchant.id, id))) return NO_SESSION
    return listAnswer({ items: await listPayments(database, id), hasMore: false }, presentPayment)
  },

  async listRefunds({ database }, { caller, parameters: { id }, query }) {
    if (!(await hasSession(database, caller.merchant.id, id))) return NO_SESSION
    const { after } = query
    if (after !== undefined && (await readRefund(database, after))?.sessionId !== id)
      return UNKNOWN_CURSOR
    return listAnswer(await listRefunds(database, id, query), presentRefund)
  },

  async readRefund({ database }, { caller, parameters }) {
    const refund = await readRefundOf(database, caller.merchant.id, parameters.id)
    return refund === undefined
      ? refuse('not_found', 'There is no such refund.')
      : done(presentRefund(refund))
  },

  async listDisputes({ database }, { caller: { merchant }, query }) {
    const merchantId = merchant.id
    const { after } = query
    if (after !== undefined && !(await readDispute(database, { id: after, merchantId })))
      return UNKNOWN_CURSOR
    return listAnswer(await listDisputes(database, merchantId, query), presentDispute)
  },

  async readDispute({ database }, { caller, parameters: { id } }) {
    const dispute = await readDispute(database, { id, merchantId: caller.merchant.id })
    return dispute === undefined ? NO_DISPUTE : done(presentDispute(dispute))
  },

  async readDisputeEvidence(context, { caller, parameters: { id }, wants }) {
    const merchantId = caller.merchant.id
    const evidence = await readEvidence(context, { id, merchantId, withPerson: true })
    if (evidence === undefined) return NO_DISPUTE
    if (wants === undefined) return done(evidence)
    return { outcome: 'media', contentType: wants, bytes: await context.evidencePdf(evidence) }
  },

  async listSessionDisputes({ database }, { caller, parameters: { id } }) {
    if (!(await hasSession(database, caller.merchant.id, id))) return NO_SESSION
    const items = await listDisputesOfSession(database, id)
    return listAnswer({ items, hasMore: false }, presentDispute)
  },

  async listEvents(context, { caller: { merchant }, query }) {
    const { database } = context
    if (query.after !== undefined && !(await hasEvent(database, merchant.id, query.after)))
      return UNKNOWN_CURSOR
    const page = await listEvents(database, merchant.id, query)
    return listAnswer(page, (event) => presentEvent(context, event))
  },

  async readEvent(context, { caller, parameters }) {
    const event = await readEvent(context.database, caller.merchant.id, parameters.id)
    return event === undefined
      ? refuse('not_found', 'There is no such event.')
      : done(await presentEvent(context, event))
  },
}

type ReadId =
  | 'listSessions'
  | 'readSession'
  | 'listPayments'
  | 'listRefunds'
  | 'readRefund'
  | 'listDisputes'
  | 'readDispute'
  | 'readDisputeEvidence'
  | 'listSessionDisputes'
  | 'listEvents'
  | 'readEvent'
