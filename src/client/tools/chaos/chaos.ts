import { randomInt } from 'node:crypto'
import { Option, type Command } from 'commander'
import { z } from 'zod'
import { SessionId } from '#contract/ids.ts'
import { CHECK_GROUPS } from '../readiness/checks/check.ts'
import { CHECK_IDS, checksOf, type CheckId } from '../readiness/checks/checks.ts'
import { SEED_MAX } from '../readiness/seeded-random.ts'
import { answer } from '../command-line/answer.ts'
import { CommandFailure, EXIT } from '../command-line/exit.ts'
import { untilInterrupted } from '../command-line/interrupt.ts'
import { as, listOf } from '../command-line/read-option.ts'
import { print, printNotice } from '../command-line/output.ts'
import { showProgress } from '../command-line/progress.ts'
import { terminalOf } from '../command-line/terminal-of.ts'
import { webhookSecretOfMerchant } from '../webhook-secret.ts'
import { asMerchantOf, toolCommand, toolExamples, variablesText, type Host } from '../host.ts'
import { Receiver, requireReachable } from './require-reachable.ts'
import { playChaos } from './play-chaos.ts'
import { reportText } from './present-report.ts'
import { SESSION_ID_PLACE, StateUrl } from './read-state.ts'
import { makeSessions, readSessions, untilTried } from './sessions-to-play.ts'

interface Options {
  to: URL
  merchant?: string
  session?: string[]
  seed?: number
  only?: CheckId[]
  state?: string
}

const SESSIONS_MAX = 3
const Seed = z.coerce
  .number('must be a whole number')
  .int('must be a whole number')
  .min(0, 'must not be negative')
  .max(SEED_MAX, `must be at most ${SEED_MAX}`)
const Only = z.string().transform((text, context): CheckId[] =>
  text.split(',').flatMap((part) => {
    const name = part.trim()
    const group = CHECK_GROUPS.find((known) => known === name)
    const check = CHECK_IDS.find((known) => known === name)
    if (group !== undefined) return checksOf(group)
    if (check !== undefined) return [check]
    context.addIssue(
      `has "${name}", which is none of ${CHECK_GROUPS.join(', ')}; ${CHECK_IDS.join(', ')}`,
    )
    return []
  }),
)

const ABOUT =
  'Plays the notifications of real sessions against a receiver: in order, twice, at once, out of order, late, ' +
  'forged, stale, with a secret being replaced, of types to come. Then it tells what the receiver got right: a ' +
  'score from 0 to 100, with the reason for each point that is missing. What was not seen has not passed. Ends with ' +
  '0 when all that must pass has.'

export function addChaos(program: Command, host: Host): void {
  toolCommand(program, host, 'chaos')
    .summary('try a receiver of notifications with all that can happen to it (sandbox)')
    .description(ABOUT)
    .addOption(
      new Option('--to <url>', 'the receiver').argParser(as(Receiver)).makeOptionMandatory(),
    )
    .option(
      '--session <sessionId>',
      'play this one; up to three times: in order, out of order, several at once (default: makes four)',
      listOf(SessionId),
    )
    .option('--seed <n>', 'the same plays again', as(Seed))
    .option('--only <checks>', `some: ${CHECK_GROUPS.join(', ')}, or checks by name`, as(Only))
    .option(
      '--state <url>',
      `where the receiver's shop answers {"fulfilled": n}; with ${SESSION_ID_PLACE} in it`,
      as(StateUrl),
    )
    .addHelpText(
      'after',
      toolExamples(
        host,
        'chaos {merchant} --to http://localhost:3000/webhooks',
        'chaos --to http://localhost:3000/webhooks --state "http://localhost:3000/given-out/{sessionId}"',
        'chaos --to http://localhost:3000/webhooks --only forged,stale --seed 4711',
      ) +
        variablesText(host, 'API_URL, API_KEY and WEBHOOK_SECRET') +
        '\n--state makes visible what a status cannot tell: that an order is given out exactly once, and none for a forgery.' +
        '\nWithout it, --only genuine,tolerant,forged,stale asks for what a status can tell.' +
        '\nThe sessions that it makes are sent by it alone. Make those of --session so, too: POST /v1/sessions with' +
        '\n"sandbox": {"deliveries": "none"}. What a shop has been told of before shows nothing, and is not seen.',
    )
    .action(async (options: Options, command: Command) => {
      const terminal = terminalOf(command)
      const report = await untilInterrupted(terminal, (signal) =>
        chaos(host, command, options, signal),
      )
      if (report === 'interrupted') return
      answer(command, report, () => print(terminal, reportText(report)))
      if (!report.passed) terminal.exitCode = EXIT.refusal
    })
}

async function chaos(host: Host, command: Command, options: Options, signal: AbortSignal) {
  const terminal = terminalOf(command)
  const { to, only, state, seed = randomInt(SEED_MAX) } = options
  const [first, ...others] = options.session ?? []
  if (others.length >= SESSIONS_MAX)
    throw new CommandFailure(`--session is given at most ${SESSIONS_MAX} times.`, EXIT.usage)
  await requireReachable(to)
  const secrets = await readSecrets(host, command, options)
  printNotice(terminal, `Seed ${seed}.`)
  const sessions = await asMerchantOf(host, command, async (played) => {
    const sessions =
      first === undefined
        ? await makeSessions(played, { seed, log: (text) => printNotice(terminal, text) })
        : await readSessions(played.client, [first, ...others])
    if (state !== undefined) await untilTried(played.client, sessions, to)
    return sessions
  })
  return playChaos({
    to,
    sessions,
    secrets,
    seed,
    checks: only ?? CHECK_IDS,
    state,
    clock: () => new Date(),
    signal,
    progress: showProgress(terminal, 'steps'),
  })
}

async function readSecrets(
  { operator }: Host,
  command: Command,
  { merchant }: Options,
): Promise<readonly string[]> {
  if (operator !== undefined && merchant !== undefined)
    return operator.readSecrets(command, merchant)
  const secret = await webhookSecretOfMerchant(terminalOf(command))
  if (secret !== undefined) return [secret]
  throw operator === undefined
    ? new CommandFailure(
        "Set the variables API_KEY, WEBHOOK_SECRET and, if it is not http://localhost:4243, API_URL: the merchant's " +
          'key, its webhook secret, and the address of the API.',
        EXIT.configuration,
      )
    : new CommandFailure(
        'Give --merchant, or the variables API_URL, API_KEY and WEBHOOK_SECRET of the merchant.',
        EXIT.usage,
      )
}
