import './zod-without-eval.ts'
import * as z from 'zod/mini'
import { PageCheckout, PageProblem } from '../../../contract/page.ts'

/** Answers of the page's own backend, parsed once; `null` for what is none. */
export function parseCheckout(body: unknown): PageCheckout | null {
  return PageCheckout.safeParse(body).data ?? null
}

export function parseProblem(body: unknown): PageProblem | null {
  return PageProblem.safeParse(body).data ?? null
}

const Countries = z.array(z.tuple([z.string(), z.string()]))

/** The names of all countries, from a file of the build; throws when it is something else. */
export function parseCountries(body: unknown): [code: string, name: string][] {
  return Countries.parse(body)
}
