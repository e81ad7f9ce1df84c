import { parseBrCode } from '#domain/methods/pix/br-code.ts'
import type { ProcessorInquiry } from '../processor.ts'
import type { TrialBench } from './trial-bench.ts'
import { poll } from './poll.ts'
import { StepFailed, type StepRecord } from './record-steps.ts'
import type { TestCharge, TestCharges } from './test-charges.ts'

/** Long enough for the steps that need no person. */
const OPEN_MS = 900_000
/** Modules keep a code open for longer than its time, since banks may settle late. */
const EXPIRY_SEEN_MS = 90_000

interface Trying {
  bench: TrialBench
  record: StepRecord
  charges: TestCharges
}

/** The steps of charges that nobody pays; false when no charge can be made. */
export async function tryCharges(trying: Trying): Promise<boolean> {
  const { record, charges } = trying
  const made = await tryCreation(trying)
  if (made === undefined) {
    record.notShown(
      ['charge.look_up', 'charge.repeat', 'charge.remove', 'charge.removed', 'charge.late'],
      'no charge could be made',
    )
    record.notShown(['charge.never_made', 'charge.unknown'], 'no charge could be made')
    return false
  }
  await tryRemoval(trying, made)
  const unborn = charges.prepare(OPEN_MS)
  await record.show('charge.never_made', async () => {
    mustBe('failed', await charges.cancel(unborn), 'the charge that was given up')
    mustBe('failed', await charges.create(unborn), 'its creation afterwards')
    return 'its creation came to nothing'
  })
  await record.show('charge.unknown', async () => {
    mustBe('not_found', await charges.inquire(charges.prepare(OPEN_MS)), 'the look-up')
    return 'not found'
  })
  return true
}

async function tryCreation({ record, charges }: Trying): Promise<TestCharge | undefined> {
  const charge = charges.prepare(OPEN_MS)
  const code = await record.run('charge.create', async () => {
    const code = codeOf(await charges.create(charge))
    return { found: `open; its code has ${code.length} characters`, value: code }
  })
  if (code === undefined) return undefined
  await record.show('charge.look_up', async () => {
    if (codeOf(await charges.inquire(charge)) !== code)
      throw new StepFailed('the look-up has another code than the creation')
    return 'open, with the same code'
  })
  await record.show('charge.repeat', async () => {
    if (codeOf(await charges.create(charge)) !== code)
      throw new StepFailed('the second creation was answered with another code')
    if (codeOf(await charges.inquire(charge)) !== code)
      throw new StepFailed('after the second creation the look-up has another code')
    return 'the same code'
  })
  return charge
}

async function tryRemoval({ record, charges }: Trying, charge: TestCharge): Promise<void> {
  const isRemoved = await record.show('charge.remove', async () => {
    mustBe('failed', await charges.cancel(charge), 'the removal')
    return 'removed'
  })
  if (!isRemoved) {
    record.notShown(['charge.removed', 'charge.late'], 'the charge was not removed')
    return
  }
  await record.show('charge.removed', async () => {
    mustBe('failed', await charges.inquire(charge), 'the look-up')
    return 'removed'
  })
  await record.show('charge.late', async () => {
    mustBe('failed', await charges.create(charge), 'its creation again')
    mustBe('failed', await charges.inquire(charge), 'the look-up after it')
    return 'its creation came to nothing'
  })
}

/** Ends the step `charge.expiry` with a charge that was made before, by `makeShortCharge`. */
export async function tryExpiry({ bench, record, charges }: Trying, short: TestCharge) {
  await record.show('charge.expiry', async () => {
    const leftMs = Math.max(0, short.expiresAt.getTime() - bench.clock().getTime()) + EXPIRY_SEEN_MS
    let last = 'the look-up was not answered'
    const ended = await poll(bench, { forMs: leftMs }, async () => {
      const outcome = await charges.inquire(short)
      last = `the look-up says ${outcome.status}`
      return outcome.status === 'failed' ? outcome : undefined
    })
    if (ended === undefined) throw new StepFailed(`${last} long after the code has run out`)
    return 'no longer open'
  })
}

/** A charge that runs out soon, or why there is none. */
export async function makeShortCharge({ bench, charges }: Omit<Trying, 'record'>) {
  const short = charges.prepare(bench.waits.expiryMs)
  try {
    codeOf(await charges.create(short))
    return short
  } catch (error) {
    return error instanceof Error ? error : new Error('failed')
  }
}

/** The code of an open charge. Throws `StepFailed`. */
export function codeOf(outcome: ProcessorInquiry): string {
  if (outcome.status !== 'requires_action')
    throw new StepFailed(`the charge is not open: ${describe(outcome)}`)
  if (!('brCode' in outcome.action)) throw new StepFailed('the charge has no Pix code')
  const { brCode } = outcome.action
  if (parseBrCode(brCode) === undefined)
    throw new StepFailed(
      'the charge has a code that is no BR Code: its checksum or a field is wrong',
    )
  return brCode
}

function mustBe(status: ProcessorInquiry['status'], outcome: ProcessorInquiry, what: string): void {
  if (outcome.status !== status)
    throw new StepFailed(`${what} was answered with ${describe(outcome)}`)
}

function describe(outcome: ProcessorInquiry): string {
  return outcome.status === 'failed' ? `failed (${outcome.declineCode})` : outcome.status
}
