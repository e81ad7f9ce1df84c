import { z } from 'zod'
import type { Fetch } from '#contract/fetch.ts'
import {
  PaymentRequest,
  RefundRequest,
  SimulateRequest,
} from '#sandbox/simulator/simulator-messages.ts'
import type { Asking, ProcessorBooks } from '../../oracle/books.ts'
import type { Dice } from '../shared/dice.ts'
import { createCharges } from './charges.ts'
import { createLedger } from './ledger.ts'
import { createRefunds, type Refunds } from './refunds.ts'
import { reportOf } from './report.ts'
import { NOT_FOUND, ok, type Answer, type Deps } from './deps.ts'
import type { Temper } from './unkindness.ts'
import { createWebhooks } from './webhooks.ts'

/** The scripted processor: a seed decides its answers, and its ledger holds the money that really moved. */
export interface Bank {
  /** Its HTTP API, the same as the simulator's. */
  fetch: Fetch
  /** Does what is due, and sends webhooks. */
  runDue(): Promise<void>
  left(): { undue: number; unsent: number; undecided: string[] }
  books(): Pick<ProcessorBooks, 'ledger' | 'refunds' | 'disputes'> & Pick<Asking, 'lookUps'>
  /** The differences that its reports claim and its ledger does not hold. */
  lies(): string[]
}

const CaptureRequest = z.object({
  amountMinor: z.int().min(1),
  currency: z.string(),
  sentAt: z.iso.datetime(),
})

const BASE = '/simulator'

export function createBank(
  deps: Deps,
  { dice, temper, seed }: { dice: Dice; temper: Temper; seed: number },
): Bank {
  const ledger = createLedger()
  const webhooks = createWebhooks(deps)
  const refunds: Refunds = createRefunds(deps, {
    dice,
    temper,
    ledger,
    onChange: (paymentId, refundId) => webhooks.tellOfRefund(paymentId, refundId),
  })
  const heldMinor = (paymentId: string) => refunds.heldMinor(paymentId)
  const charges = createCharges(deps, { dice, temper, ledger, webhooks, heldMinor })
  const lookUps: { paymentId: string; atMs: number }[] = []
  const report = () => reportOf(ledger, temper.reportsWrongly, seed)

  async function answerTo(
    method: string,
    path: string,
    body: () => Promise<unknown>,
  ): Promise<Answer> {
    const [, noun, id = '', verb = ''] = path.split('/')
    switch (`${method} ${noun}${id && ' id'}${verb && ` ${verb}`}`) {
      case 'POST payments':
        return charges.create(PaymentRequest.parse(await body()))
      case 'GET payments id':
        lookUps.push({ paymentId: id, atMs: deps.clock().getTime() })
        return charges.lookUp(id)
      case 'POST payments id cancel':
        return charges.cancel(id)
      case 'POST payments id capture':
        return charges.capture({ paymentId: id, ...CaptureRequest.parse(await body()) })
      case 'POST payments id simulate': {
        const { outcome, declineCode } = SimulateRequest.parse(await body())
        if (outcome === 'decline') return charges.simulate(id, { type: outcome, declineCode })
        return isPlainEvent(outcome) ? charges.simulate(id, { type: outcome }) : NOT_FOUND
      }
      case 'POST refunds':
        return refunds.create(RefundRequest.parse(await body()))
      case 'GET refunds id':
        return refunds.lookUp(id)
      case 'GET movements':
        return ok({ movements: report().movements })
      default:
        return NOT_FOUND
    }
  }

  return {
    async fetch(request) {
      const path = new URL(request.url).pathname.replace(BASE, '')
      const answer = await answerTo(request.method, path, async () => request.json())
      if (answer === 'hanging') return deps.hang()
      return Response.json(answer.body, { status: answer.status })
    },
    async runDue() {
      charges.runDue()
      refunds.runDue()
      await webhooks.sendDue()
    },
    left() {
      const { undue, undecided } = charges.left()
      return { undue: undue + refunds.undue(), unsent: webhooks.unsent(), undecided }
    },
    books: () => ({
      ledger: ledger.entries.map(({ at: _at, ...entry }) => entry),
      refunds: refunds.rows(),
      disputes: charges.disputes(),
      lookUps,
    }),
    lies: () => report().lies,
  }
}

const PLAIN_EVENTS = ['pay', 'pay_late', 'expire', 'pass_challenge', 'fail_challenge'] as const

function isPlainEvent(outcome: string): outcome is (typeof PLAIN_EVENTS)[number] {
  return (PLAIN_EVENTS as readonly string[]).includes(outcome)
}
