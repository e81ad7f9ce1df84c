import './zod-without-eval.ts'
import * as z from 'zod/mini'
import { PageCheckout, PagePlace, PageProblem } from '#contract/page.ts'

/** Parses a response of the BFF; `null` when malformed. */
export function parseCheckout(body: unknown): PageCheckout | null {
  return PageCheckout.safeParse(body).data ?? null
}

export function parseProblem(body: unknown): PageProblem | null {
  return PageProblem.safeParse(body).data ?? null
}

export function parsePlace(body: unknown): PagePlace | null {
  return PagePlace.safeParse(body).data ?? null
}

const Countries = z.array(z.tuple([z.string(), z.string()]))

/** Parses the build's file of country names; throws when malformed. */
export function parseCountries(body: unknown): [code: string, name: string][] {
  return Countries.parse(body)
}
