import { z } from 'zod'
import { LIMITS } from '#contract/limits.ts'
import { plainText } from '#contract/values.ts'
import type { PagePlace } from '#contract/page.ts'

/** A text that an address may contain; any other value, such as an empty text, counts as absent. */
const text = plainText(LIMITS.nameLengthMax).optional().catch(undefined)
const state = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .optional()
  .catch(undefined)

/** The member names of ViaCEP, and plain ones, as BrasilAPI uses them. */
const Answer = z.object({
  logradouro: text,
  localidade: text,
  uf: state,
  street: text,
  city: text,
  state,
})

/** The address in a service's answer; `null` when it has none. Throws when the answer is no object. */
export function readPlace(answer: unknown): PagePlace | null {
  const { logradouro, localidade, uf, ...plain } = Answer.parse(answer)
  const place = {
    street: plain.street ?? logradouro,
    city: plain.city ?? localidade,
    state: plain.state ?? uf,
  }
  return Object.values(place).every((part) => part === undefined) ? null : place
}
