import {
  DASHBOARD_PROBLEMS,
  type DashboardProblem,
  type DashboardProblemCode,
  type FieldFault,
} from '#contract/dashboard/problem.ts'
import { DATA_POLICY, SECURITY_HEADERS, transportSecurity } from '#http/security-headers.ts'
import type { RefusalCode, Refused } from '#server/service/outcome.ts'

/** The result of a call: data (perhaps with a cookie to set), a file, or a refusal. */
export type Answer =
  | { data: unknown; cookie?: string; clearsSiteData?: true }
  | { file: Download }
  | Refusal

interface Refusal {
  refused: DashboardProblemCode
  retryAfterSeconds?: number
  fields?: readonly FieldFault[]
}

/** A file that the browser keeps, and never shows. */
export interface Download {
  /** ASCII without quotes. */
  name: string
  contentType: string
  /** An error in this stream cuts the connection, so that a partial file is not taken for a complete one. Null for HEAD. */
  body: ReadableStream<Uint8Array> | null
}

export interface Answers {
  of(answer: Answer, requestId: string): Response
  /** A redirect (307), for the same path at the dashboard's own host name. */
  redirect(location: string, requestId: string): Response
}

/** Not `"cookies"`, which would clear the cookies of every host of the same domain. Ours is cleared by its name. */
const CLEARED = '"cache", "storage"'

/** Every response has the complete headers, and none is stored. */
export function createAnswers(adminUrl: string): Answers {
  const always = {
    ...SECURITY_HEADERS,
    ...transportSecurity(adminUrl),
    'Content-Security-Policy': DATA_POLICY,
    'Cache-Control': 'no-store',
    Vary: 'Cookie',
  }

  function problem(
    { refused: code, retryAfterSeconds, fields = [] }: Refusal,
    requestId: string,
  ): Response {
    const status = DASHBOARD_PROBLEMS[code]
    const waits = retryAfterSeconds !== undefined
    const body: DashboardProblem = {
      code,
      status,
      requestId,
      ...(waits && { retryAfterSeconds }),
      ...(fields.length > 0 && { fields }),
    }
    return new Response(JSON.stringify(body), {
      status,
      headers: {
        ...always,
        'Content-Type': 'application/problem+json',
        'X-Request-Id': requestId,
        ...(waits && { 'Retry-After': String(retryAfterSeconds) }),
      },
    })
  }

  return {
    of(answer, requestId) {
      if ('refused' in answer) return problem(answer, requestId)
      if ('file' in answer)
        return new Response(answer.file.body, {
          headers: {
            ...always,
            'Content-Type': answer.file.contentType,
            'Content-Disposition': `attachment; filename="${answer.file.name}"`,
            'X-Request-Id': requestId,
          },
        })
      const { data, cookie, clearsSiteData } = answer
      return new Response(JSON.stringify(data), {
        headers: {
          ...always,
          'Content-Type': 'application/json',
          'X-Request-Id': requestId,
          ...(cookie !== undefined && { 'Set-Cookie': cookie }),
          ...(clearsSiteData && { 'Clear-Site-Data': CLEARED }),
        },
      })
    },
    redirect: (location, requestId) =>
      new Response(null, {
        status: 307,
        headers: { ...always, Location: location, 'X-Request-Id': requestId },
      }),
  }
}

/** Runs a call that was counted, unless it is over the limit: then `retryAfterSeconds` is given. */
export async function within(
  retryAfterSeconds: number | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return retryAfterSeconds === undefined ? work() : { refused: 'rate_limited', retryAfterSeconds }
}

/** Codes of use cases that the dashboard calls otherwise. All other codes that it has not are an `invalid_request`. */
const OTHERWISE: Partial<Record<RefusalCode, DashboardProblemCode>> = {
  idempotency_in_progress: 'action_in_progress',
  already_disabled: 'not_found',
  user_disabled: 'not_found',
  no_replay: 'none_match',
}

/** A use case's refusal as an answer of the dashboard, which has a sentence of its own for each code. */
export function refusalOf({ code, fields, retryAfter }: Refused<RefusalCode>): Answer {
  return {
    refused: isProblem(code) ? code : (OTHERWISE[code] ?? 'invalid_request'),
    ...(fields && { fields: fields.map(({ path, code: reason }) => ({ path, reason })) }),
    ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }),
  }
}

function isProblem(code: RefusalCode): code is DashboardProblemCode {
  return code in DASHBOARD_PROBLEMS
}
