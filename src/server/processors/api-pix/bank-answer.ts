import { z } from 'zod'
import { ProcessorRefused, ProcessorSilent } from '../processor.ts'
import type { HttpAnswer } from '../http/http.ts'
import { Problem } from './messages.ts'
import { parseJson } from '../parse-json.ts'

/** `ok: false`: the bank refused the request, and did nothing. */
export type BankAnswer =
  | { ok: true; body: unknown }
  | { ok: false; status: number; refusal: ProcessorRefused }

const FORBIDDEN = 403
/** Statuses that do not say whether the request was carried out, or that ask for a retry. */
const NO_REFUSAL: readonly number[] = [408, 425, 429]

/**
 * Reads an answer. A 4xx is a refusal only when its body is a JSON object, since a proxy may send a 4xx, too. A 403 always is:
 * whoever sends it has not let the request through. Throws `ProcessorSilent` for any other answer.
 */
export function readAnswer(what: string, { status, text }: HttpAnswer): BankAnswer {
  const body = parseJson(text)
  if (status >= 200 && status <= 299) {
    if (body === undefined && text.trim() !== '')
      throw new ProcessorSilent(`${what} was answered with ${status} and no JSON`, {
        hasAnswered: true,
      })
    return { ok: true, body }
  }
  const described = `${status} ${Problem.safeParse(body).data ?? ''}`.trim()
  const isObject = z.looseObject({}).safeParse(body).success
  const isRefusal = status >= 400 && status <= 499 && !NO_REFUSAL.includes(status)
  if (isRefusal && (isObject || status === FORBIDDEN)) {
    const refusal = new ProcessorRefused(`${what} was refused with ${described}`)
    return { ok: false, status, refusal }
  }
  throw new ProcessorSilent(`${what} was answered with ${described}`, { hasAnswered: true })
}

/** The body of an answer in the standard's form. Throws `ProcessorSilent`, with the names of what is wrong. */
export function readBody<T>(what: string, schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map(({ path }) => path.join('.') || 'body').join(', ')
  throw new ProcessorSilent(`${what} was answered with a body that cannot be read: ${wrong}`, {
    hasAnswered: true,
  })
}
