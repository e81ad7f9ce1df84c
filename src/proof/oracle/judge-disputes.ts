import { isDeepStrictEqual } from 'node:util'
import type { Books, DisputeRow, EventRow } from './books.ts'
import { readBodies } from './event-body.ts'
import { findings, type Violation } from './violation.ts'

/** What each step means: a dispute is where its highest step is, in whatever order its steps became known. */
const STEPS: Record<string, readonly [rank: number, stage: string, status: string]> = {
  inquiry_opened: [10, 'inquiry', 'needs_response'],
  notified: [20, 'chargeback', 'needs_response'],
  chargeback: [30, 'chargeback', 'needs_response'],
  evidence_supplied: [40, 'chargeback', 'under_review'],
  period_ended: [50, 'chargeback', 'lost'],
  chargeback_reversed: [60, 'chargeback', 'won'],
  issuer_gave_up: [70, 'chargeback', 'won'],
  second_chargeback: [80, 'second_chargeback', 'lost'],
  pre_arbitration_opened: [90, 'pre_arbitration', 'needs_response'],
  pre_arbitration_declined: [99, 'pre_arbitration', 'under_review'],
  pre_arbitration_accepted: [100, 'pre_arbitration', 'lost'],
  pre_arbitration_lost: [100, 'pre_arbitration', 'lost'],
  pre_arbitration_won: [101, 'pre_arbitration', 'won'],
  pre_arbitration_withdrawn: [101, 'pre_arbitration', 'won'],
  arbitration: [110, 'arbitration', 'under_review'],
  arbitration_won: [120, 'arbitration', 'won'],
  arbitration_lost: [121, 'arbitration', 'lost'],
}
const ENDS = ['won', 'lost']

/** I15: each dispute of the processor's is in the tables with its status, its steps and its events. */
export function judgeDisputes({ disputes = [], events, processor }: Books): Violation[] {
  const { found, report } = findings('I15')
  const atProcessor = processor.disputes ?? []
  for (const real of atProcessor) {
    const own = disputes.filter(({ reference }) => reference === real.reference)
    if (own.length !== 1) report(`a dispute is ${own.length} times in the tables`, real, ...own)
    for (const row of own) {
      const steps = new Set(real.steps.filter((step) => step in STEPS))
      if (row.paymentId !== real.paymentId) report('a dispute is of another payment', row, real)
      if (!isDeepStrictEqual(new Set(row.steps), steps))
        report('a dispute lacks steps, or has others', row, real)
      const [, stage, status] = highest([...steps]) ?? []
      if (row.status !== status || row.stage !== stage)
        report(`a dispute that is ${stage}, ${status} is in the tables as another`, row, real)
    }
  }
  for (const row of disputes) {
    if (!atProcessor.some(({ reference }) => reference === row.reference))
      report('a dispute is in the tables that the processor does not know', row)
    for (const what of eventFaults(row, events)) report(what, row)
  }
  return found
}

function highest(steps: readonly string[]) {
  return steps
    .flatMap((step) => (STEPS[step] === undefined ? [] : [STEPS[step]]))
    .toSorted(([one], [other]) => one - other)
    .at(-1)
}

/** One opening first, then steps that only become more, and at last what stands in the tables. */
function* eventFaults(row: DisputeRow, events: readonly EventRow[]) {
  const own = readBodies(events.filter(({ type }) => type.startsWith('dispute.'))).filter(
    ({ parsed }) => parsed.data.dispute?.id === row.id,
  )
  const openings = own.filter(({ type }) => type === 'dispute.opened')
  if (openings.length !== 1 || own[0]?.type !== 'dispute.opened')
    yield `the opening of a dispute was published ${openings.length} times, or not at first`
  const last = own.at(-1)?.parsed.data.dispute
  if (last?.status !== row.status || last.stage !== row.stage)
    yield `a dispute was last published as ${last?.stage}, ${last?.status}`
  if (ENDS.includes(row.status) && own.at(-1)?.type !== `dispute.${row.status}`)
    // A step within the same status may follow the end.
    if (!own.some(({ type }) => type === `dispute.${row.status}`))
      yield `a dispute that is ${row.status} was not published as such`
  let known: string[] = []
  for (const { type, parsed } of own) {
    const { status = '', steps } = parsed.data.dispute ?? {}
    if (ENDS.includes(type.slice('dispute.'.length)) && type !== `dispute.${status}`)
      yield `a dispute that is ${status} was published as ${type}`
    const kinds = (steps ?? []).map(({ kind }) => kind)
    if (steps !== undefined && known.some((kind) => !kinds.includes(kind)))
      yield 'a step of a dispute was published, and is gone'
    known = kinds
  }
}
