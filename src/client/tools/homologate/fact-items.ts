import { isLoopbackHost } from '#domain/loopback-host.ts'
import { failed, passed, type ItemJudgement } from '../readiness/go-live/judge-item.ts'
import type { ReportItem } from '../readiness/go-live/report.ts'
import { itemOf, type MerchantFacts } from './rehearsal.ts'

const OPERATOR_ONLY: ItemJudgement = {
  verdict: 'not_seen',
  came: 'Only the operator sees this.',
  mend: 'The operator runs: checkout homologate --merchant …',
}

const NOT_USED: ItemJudgement = {
  verdict: 'note',
  came: 'This run delivered to --to itself; a callback was not looked for.',
  mend: 'Before production the operator sets one: checkout callback set --merchant … --url …',
}

/**
 * Items about the merchant's settings; `deliveredTo` is the endpoint that received the checkout's deliveries of this run, `to` the
 * address to which the run delivered itself.
 */
export function factItems(
  facts: MerchantFacts | undefined,
  { deliveredTo, to }: { deliveredTo: string | null; to: URL | undefined },
): ReportItem[] {
  const callbackUrl = facts === undefined ? deliveredTo : facts.callbackUrl
  return [
    itemOf(
      'callback-address',
      facts === undefined && to !== undefined
        ? NOT_USED
        : judgeAddress(callbackUrl, facts?.callbackDisabledAt ?? null),
    ),
    itemOf('return-origins', facts === undefined ? OPERATOR_ONLY : judgeOrigins(facts)),
    itemOf('idempotency-key', facts === undefined ? OPERATOR_ONLY : noteOfKeys(facts)),
  ]
}

function judgeAddress(callbackUrl: string | null, disabledAt: Date | null): ItemJudgement {
  const mend =
    'The operator sets it, and enables it again: checkout callback set --merchant … --url …'
  if (callbackUrl === null) return failed('No callback is set.', mend)
  if (disabledAt !== null)
    return failed(`It is disabled since ${disabledAt.toISOString()}, when it answered 410.`, mend)
  const { protocol, hostname } = new URL(callbackUrl)
  if (protocol === 'https:') return passed('It is enabled, and at https.')
  return isLoopbackHost(hostname)
    ? {
        ...passed('It is enabled, on the machine of a developer.'),
        mend: 'In production it must be at https.',
      }
    : failed('It is at http, where everybody on the way reads along.', mend)
}

function judgeOrigins({ returnOrigins }: MerchantFacts): ItemJudgement {
  return returnOrigins.length > 0
    ? passed(`Registered: ${returnOrigins.join(', ')}.`)
    : failed(
        'None is registered.',
        'The operator registers where shoppers go back to: checkout merchants set <merchantId> --return-origin https://…',
      )
}

function noteOfKeys({ lastKeyedSessionAt }: MerchantFacts): ItemJudgement {
  return lastKeyedSessionAt === null
    ? {
        verdict: 'note',
        came: 'None was seen in the last 24 hours.',
        mend: "Let the merchant's backend create a session as it will in production, with an Idempotency-Key made of its order.",
      }
    : {
        verdict: 'note',
        came: `The last one was seen at ${lastKeyedSessionAt.toISOString()}.`,
        mend: null,
      }
}
