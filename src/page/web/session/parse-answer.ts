import './zod-without-eval.ts'
import * as z from 'zod/mini'
import { PageCheckout, PagePlace, PageProblem } from '#contract/page.ts'

/**
 * Parses a response of the BFF; `null` when malformed, and where the parser throws, as in an old browser: that says
 * nothing about the request's outcome.
 */
export function parseCheckout(body: unknown): PageCheckout | null {
  return orNull(() => PageCheckout.safeParse(body).data)
}

export function parseProblem(body: unknown): PageProblem | null {
  return orNull(() => PageProblem.safeParse(body).data)
}

function orNull<Value>(parse: () => Value | undefined): Value | null {
  try {
    return parse() ?? null
  } catch {
    return null
  }
}

export function parsePlace(body: unknown): PagePlace | null {
  return PagePlace.safeParse(body).data ?? null
}

const Countries = z.array(z.tuple([z.string(), z.string()]))

/** Parses the build's file of country names; throws when malformed. */
export function parseCountries(body: unknown): [code: string, name: string][] {
  return Countries.parse(body)
}
