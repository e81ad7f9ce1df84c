import { style } from '../command-line/style.ts'
import type { CheckGroup } from '../readiness/checks/check.ts'
import { CHECK_IDS } from '../readiness/checks/checks.ts'
import type { CheckResult, Verdict } from '../readiness/judge/check-result.ts'
import type { Judged } from '../readiness/judge/judge.ts'

export interface ChaosReport extends Judged {
  seed: number
  to: string
  sessionIds: string[]
  requests: number
  durationMs: number
}

const GROUPS: Record<CheckGroup, string> = {
  genuine: 'Takes what is genuine',
  tolerant: 'Takes what may come tomorrow',
  forged: 'Refuses what is forged',
  stale: 'Refuses what is not fresh',
  manners: 'Answers well',
  effect: 'Does it once',
}
const MARKS: Record<Verdict, string> = {
  passed: style('green', '✓'),
  failed: style('red', '✗'),
  unproven: style('yellow', '?'),
  not_played: style('yellow', '…'),
  not_seen: style('dim', '–'),
}

/** The report as text: the score, a line for each check, and reasons below those that did not pass. */
export function reportText(report: ChaosReport): string {
  const groups = [...new Set(report.checks.map(({ group }) => group))]
  return [
    headline(report),
    ...groups.map((group) =>
      [
        style('bold', GROUPS[group]),
        ...report.checks.filter((check) => check.group === group).map(checkText),
      ].join('\n'),
    ),
    conclusion(report),
  ].join('\n\n')
}

function headline({ score, to, requests, durationMs, seed, sessionIds }: ChaosReport): string {
  return [
    style('bold', `Readiness ${score} of 100`),
    `${to}: ${requests} requests in ${(durationMs / 1000).toFixed(1)} s, seed ${seed}`,
    `Sessions: ${sessionIds.join(', ')}`,
  ].join('\n')
}

function checkText(result: CheckResult): string {
  const { verdict, title, must, weight, points } = result
  const lost = weight - points
  const cost = verdict === 'passed' ? '' : `  −${lost}`
  const advice = !must && verdict === 'failed' ? '  (advice)' : ''
  const head = `  ${MARKS[verdict]} ${title}${cost}${advice}`
  return verdict === 'passed' ? head : [head, ...reasons(result)].join('\n')
}

function reasons({ verdict, sent, expected, came, why, mend }: CheckResult): string[] {
  const lines: [string, string | null][] =
    verdict === 'not_seen'
      ? [
          ['Came', came],
          ['To see it', mend],
        ]
      : [
          ['Sent', sent],
          ['Expected', expected],
          ['Came', came],
          ['Why', why],
          ['Mend', mend],
        ]
  return lines.flatMap(([name, text]) =>
    text === null ? [] : [`      ${style('dim', `${name}:`)} ${text}`],
  )
}

function conclusion({ reached, shipped, passed, checks, seed }: ChaosReport): string {
  if (!reached)
    return 'It took nothing genuine. Is it the right address, and does it know the secret of this callback?'
  if (shipped === false)
    return 'Not ready: it gave out none of the paid orders. Does your shop know them? Sessions that your shop has made are given with --session.'
  const left = CHECK_IDS.filter((id) => !checks.some(({ check }) => check === id))
  if (passed)
    return left.length === 0
      ? 'Ready: all that must be right is right.'
      : `What was asked for is right. Not looked at: ${left.join(', ')}.`
  const open = checks.filter(({ must, verdict }) => must && verdict !== 'passed')
  const unseen = open.filter(({ verdict }) => verdict === 'not_seen')
  if (unseen.length === open.length)
    return `Not known to be ready: nothing wrong was seen, and not seen was: ${unseen.map(({ title }) => title).join('; ')}.`
  const missing = open.length - unseen.length
  const what =
    missing === 1 ? 'One check that must pass does' : `${missing} checks that must pass do`
  return `Not ready: ${what} not. The same plays again: --seed ${seed}`
}
