import './zod-without-eval.ts'
import { PageCheckout, PageProblem } from '../../contract/page.ts'

/** Answers of the page's own backend, parsed once; `null` for what is none. */
export function parseCheckout(body: unknown): PageCheckout | null {
  return PageCheckout.safeParse(body).data ?? null
}

export function parseProblem(body: unknown): PageProblem | null {
  return PageProblem.safeParse(body).data ?? null
}
