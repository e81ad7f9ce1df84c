import { z } from 'zod'
import { LIMITS } from '#contract/limits.ts'
import { plainText } from '#contract/values.ts'
import type { PagePlace } from '#contract/page.ts'
import { readCep } from '#domain/cep.ts'

/** A text that an address may contain; any other value, such as an empty text, several lines or markup, counts as absent. */
const text = plainText(LIMITS.nameLengthMax)
  .regex(/^[^<>\p{Cc}]*$/u)
  .optional()
  .catch(undefined)
const state = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .optional()
  .catch(undefined)

/** The member names of ViaCEP, and plain ones, as BrasilAPI uses them. */
const Answer = z.object({
  cep: z.string().optional().catch(undefined),
  logradouro: text,
  bairro: text,
  localidade: text,
  uf: state,
  street: text,
  district: text,
  neighborhood: text,
  city: text,
  state,
})

/**
 * The address of the CEP in a source's answer; `null` when it has none. Throws when the answer is no object, and when it
 * names another CEP.
 */
export function readPlace(answer: unknown, cep: string): PagePlace | null {
  const read = Answer.parse(answer)
  if (read.cep !== undefined && readCep(read.cep)?.replace('-', '') !== cep)
    throw new Error('the source answered with the address of another CEP')
  const place = {
    street: read.street ?? read.logradouro,
    district: read.district ?? read.neighborhood ?? read.bairro,
    city: read.city ?? read.localidade,
    state: read.state ?? read.uf,
  }
  return Object.values(place).every((part) => part === undefined) ? null : place
}
