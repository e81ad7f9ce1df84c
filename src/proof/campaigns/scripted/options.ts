import { z } from 'zod'
import { badDaysNamed } from '#sandbox/fakes/api-pix/bad-days.ts'
import { adyenDaysNamed } from '../adyen/days.ts'
import { UNKINDNESSES, unkindnessesOf, type Unkindness } from './unkindness.ts'

const NONE = 'none'

export const ANY_PROCESSOR_OPTION = z
  .enum(['simulated', 'scripted', 'api-pix', 'adyen'])
  .default('simulated')
  .describe(
    "the sandbox's simulator, a processor that a seed makes unkind, a fake bank of API Pix for Pix, or a fake Adyen for cards",
  )

/** Every fourth schedule meets the scripted processor, so that a default run has both. */
const SCRIPTED_EVERY = 4

export const MIXED_PROCESSOR_OPTION = z
  .enum(['mixed', 'simulated', 'scripted', 'api-pix', 'adyen'])
  .default('mixed')
  .describe(
    `the sandbox's simulator, a processor that a seed makes unkind, that one for every ${SCRIPTED_EVERY}th seed, a fake bank of API Pix for Pix, or a fake Adyen for cards`,
  )

export const UNKIND_OPTION = z
  .string()
  .default('')
  .refine(
    (unkind) =>
      unkind === NONE ||
      unkindnessesOf(unkind).length + badDaysNamed(unkind).length + adyenDaysNamed(unkind).length >
        0,
    'stands in the name of no unkindness and no bad day',
  )
  .describe(
    'the scripted processor, the bank or Adyen only so, e.g. "overtaken" or "refund", or "none"',
  )

/** Every unkindness by its name, for the notes of a campaign. */
export const UNKINDNESSES_NOTE = [
  'The scripted processor can be unkind in these ways:',
  ...Object.entries(UNKINDNESSES).map(([name, about]) => `  ${name}: ${about}`),
  `The bank of API Pix has bad days: ${badDaysNamed().join(', ')}.`,
  `Adyen has bad days: ${adyenDaysNamed().join(', ')}.`,
].join('\n')

interface Chosen {
  processor: z.output<typeof MIXED_PROCESSOR_OPTION>
  unkind: string
}

/** What a scripted processor may do; undefined for the simulator. The seed decides between both. */
export function allowedOf(
  { processor, unkind }: Chosen,
  seed: number,
): readonly Unkindness[] | undefined {
  const isScripted =
    processor === 'scripted' || (processor === 'mixed' && seed % SCRIPTED_EVERY === 0)
  return isScripted ? unkindnessesOf(unkind) : undefined
}

/** The bad days of the bank of API Pix; undefined without it. */
export function badDaysOf({ processor, unkind }: Chosen): readonly string[] | undefined {
  return processor === 'api-pix' ? badDaysNamed(unkind) : undefined
}

/** The bad days of Adyen; undefined without it. */
export function adyenDaysOf({ processor, unkind }: Chosen): readonly string[] | undefined {
  return processor === 'adyen' ? adyenDaysNamed(unkind) : undefined
}

/** The command-line options that make the same choice again, each with a space before it. */
export function choiceText({ processor, unkind }: Chosen): string {
  const named = processor === 'mixed' ? '' : ` --processor ${processor}`
  return unkind === '' ? named : `${named} --unkind "${unkind}"`
}
