import { hasNoAnswer } from '../../processor.ts'
import { inquire, needProcessor, newPayment, type Bench } from '../bench.ts'
import type { Check } from '../check.ts'
import { attempt } from '../each-request.ts'
import { must, show, skip } from '../must.ts'

/** Long enough for a request on this machine, and short enough to wait for. */
const TIMEOUT_MS = 300
const SAFE = /^(?:GET|HEAD|OPTIONS) /

/** The question whether the processor answers, of modules that have it. */
export const PROBE: readonly Check[] = [
  {
    id: 'probe.answered',
    holds:
      '`probe` resolves while the processor answers, and sends nothing that a look-up does not.',
    matters: 'It is asked again and again: what it made would add up, and cost money.',
    remedy: 'Look up an id that no payment has, and resolve at any answer, “not found” included.',
    async run(bench) {
      const probe = probeOf(bench)
      needProcessor(bench)
      bench.network.begin()
      const ended = await attempt(probe)
      must('answer' in ended, `it threw ${show('error' in ended && ended.error)}`)
      const changing = bench.network.sent().filter((request) => !SAFE.test(request))
      const other = await bench.again()
      const unknown = await newPayment(other)
      other.network.begin()
      await attempt(() => inquire(other, unknown))
      const lookUps = [...other.network.sent()]
      // Where the processor cannot be asked (`isTold`), a look-up sends nothing, and the checks do.
      if (other.processor.isTold === true) {
        other.network.begin()
        for (const check of other.processor.checks ?? []) await attempt(check.run.bind(check))
        lookUps.push(...other.network.sent())
      }
      const more = changing.filter((request) => !lookUps.includes(request))
      must(more.length === 0, `it sent ${more.join(', ')}, and an inquiry does not`)
    },
  },
  {
    id: 'probe.silent',
    holds: '`probe` throws within `timeoutMs` that there is no answer, while there is none.',
    matters: 'Shoppers would be sent to a processor that does not answer, each time it resolves.',
    remedy: 'Send a request, and throw `ProcessorSilent` where no answer comes; catch nothing.',
    async run(bench) {
      probeOf(bench)
      const silent = await bench.again({ timeoutMs: TIMEOUT_MS })
      silent.network.begin({ at: 'each', fault: { type: 'silent_before' } })
      const ended = await attempt(probeOf(silent))
      if (silent.network.count() === 0) skip('not judged: `probe` sends nothing by `context.fetch`')
      must('error' in ended, 'it resolved, and the processor had not answered')
      must(
        hasNoAnswer(ended.error),
        `it threw ${show(ended.error)}, and neither ProcessorSilent nor ProcessorNotAsked`,
      )
    },
  },
]

function probeOf({ processor }: Bench): () => Promise<void> {
  return processor.probe?.bind(processor) ?? skip('the module has no `probe`')
}
