import { create, inquire, newPayment, newRefund, paid, refund } from '../bench.ts'
import type { Check } from '../check.ts'
import { must, skip } from '../must.ts'
import { attempt, eachRequest } from '../each-request.ts'
import { secretsIn } from '../evidence.ts'
import type { Fault } from '../network.ts'

/** Checks of what all other checks have collected, so they run last. */
export const SECRETS: readonly Check[] = [
  {
    id: 'secrets.echo',
    holds:
      'A processor that repeats our request in its answer, with its headers, puts no secret into an error.',
    matters: 'Errors are logged.',
    remedy: 'Write errors of your own words and the status, never with the answer’s text.',
    async run(bench) {
      for (const status of [400, 500]) {
        const fault: Fault = {
          type: 'instead',
          answer: (request, body) => {
            const message = `refused: ${JSON.stringify([...request.headers])} ${body}`
            return Response.json(
              { error: message, message, title: message, detail: message },
              { status },
            )
          },
        }
        await eachRequest(bench, fault, {
          prepare: newPayment,
          call: create,
          async judge({ evidence }, _, ended) {
            if ('answer' in ended) return
            const found = secretsIn(evidence, ended.error)
            must(found.length === 0, `an error contains ${found.join(', ')}`)
          },
        })
      }
    },
  },
  {
    id: 'secrets.errors',
    holds: 'No error of any check contains a secret, an encrypted card or the shopper’s data.',
    matters: 'Errors are logged, with their causes.',
    remedy: 'Leave requests, headers and settings out of messages and causes.',
    async run({ evidence }) {
      if (evidence.errors.length === 0) skip('nothing threw')
      const found = new Set(evidence.errors.flatMap((error) => secretsIn(evidence, error)))
      must(found.size === 0, `an error contains ${[...found].join(', ')}`)
    },
  },
  {
    id: 'secrets.output',
    holds: 'Nothing that the module writes to the console, standard output or error contains one.',
    matters: 'The output of a service is its log.',
    remedy: 'Write nothing: the checkout logs what a module throws.',
    async run({ evidence }) {
      const found = secretsIn(evidence, evidence.output)
      must(found.length === 0, `it wrote ${found.join(', ')}`)
    },
  },
  {
    id: 'secrets.answers',
    holds: 'No outcome, state, fact or movement contains one.',
    matters: 'They are stored with the payment, and some are shown to merchants.',
    remedy: 'Keep the processor’s names of things in `references` and `state`, and nothing else.',
    async run(bench) {
      const made = await paid(bench)
      await inquire(bench, made)
      await attempt(() => refund(bench, made, newRefund(bench, made, 1)))
      const found = secretsIn(bench.evidence, bench.evidence.answers)
      must(found.length === 0, `an answer contains ${found.join(', ')}`)
    },
  },
]
