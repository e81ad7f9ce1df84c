import { checkOf, type CheckId } from '../checks/checks.ts'
import type { Judgement } from './check-result.ts'
import type { PlayAnswer } from './observation.ts'

/** The share of the points when a forgery is refused with a wrong status, or without an answer. */
const SHARE_OF_A_CLUMSY_REFUSAL = 0.5

/** Judges the answers to one check's plays. */
export function judgeAnswers(check: CheckId, answers: readonly PlayAnswer[]): Judgement {
  if (answers.length === 0)
    return {
      verdict: 'not_played',
      came: 'nothing: there was no time left',
      mend: 'Mend what takes so long, and run it again.',
    }
  const { expects = 'taken', mend } = checkOf(check)
  const wrong = answers.filter((answer) => !isAsExpected(expects, answer))
  const came = describe(answers, wrong)
  const [first] = wrong
  if (first === undefined) return { verdict: 'passed', came }
  if (expects === 'taken')
    return { verdict: 'failed', came, mend: join(adviceWhenNotTaken(first), mend) }
  const accepted = wrong.find(({ status }) => isBetween(status, 200, 299))
  return accepted === undefined
    ? { verdict: 'failed', came, share: SHARE_OF_A_CLUMSY_REFUSAL, mend: adviceWhenClumsy(first) }
    : { verdict: 'failed', came, mend: join(adviceWhenAccepted(accepted), mend) }
}

export function isTaken({ status }: Pick<PlayAnswer, 'status'>): boolean {
  return isBetween(status, 200, 299)
}

function isAsExpected(expects: 'taken' | 'refused', answer: PlayAnswer): boolean {
  return expects === 'taken' ? isTaken(answer) : isBetween(answer.status, 400, 499)
}

export function adviceWhenNotTaken({
  status,
  error,
}: Pick<PlayAnswer, 'status' | 'error'>): string {
  if (status === null)
    return `There was no answer (${error ?? 'unknown'}): is it running, and can this machine reach it?`
  if (isBetween(status, 300, 399))
    return 'It redirects, and redirects are never followed: give the address at the end of it.'
  if (status === 410) return 'To 410 the checkout disables the callback.'
  if (status === 429) return 'It asks for less; the checkout would come again later.'
  return isBetween(status, 500, 599) ? 'It failed: look into its log.' : ''
}

export function adviceWhenClumsy({ status, error }: Pick<PlayAnswer, 'status' | 'error'>): string {
  if (status === null)
    return `It did not answer (${error ?? 'unknown'}): answer 400, so that a sender whose clock or secret is wrong learns why.`
  if (isBetween(status, 300, 399))
    return 'It redirects, perhaps to a login: answer 400 itself. Nobody follows.'
  return 'It failed where it should refuse: treat everything that cannot be verified as a failed verification, and answer 400.'
}

const ERROR_WORDS = /error|invalid|fail|denied|forbidden|unauthori[sz]ed|bad[ _]/i

function adviceWhenAccepted({ status, excerpt }: PlayAnswer): string {
  return ERROR_WORDS.test(excerpt)
    ? `Its body speaks of an error, but only the status counts, and ${status} says that it was accepted.`
    : ''
}

/** `500 to payment.succeeded (2); 204 (3×)`: each wrong answer with its play, then counts of the right ones. */
function describe(answers: readonly PlayAnswer[], wrong: readonly PlayAnswer[]): string {
  const right = answers.filter((answer) => !wrong.includes(answer))
  const counts = new Map<string, number>()
  for (const answer of right) counts.set(statusOf(answer), (counts.get(statusOf(answer)) ?? 0) + 1)
  const asExpected = [...counts].map(([text, count]) => (count > 1 ? `${text} (${count}×)` : text))
  const otherwise = wrong.map((answer) => `${statusOf(answer)} to ${answer.what}`)
  return [...new Set(otherwise), ...asExpected].join('; ')
}

function statusOf({ status, error }: PlayAnswer): string {
  return status === null ? (error ?? 'no answer') : String(status)
}

function isBetween(status: number | null, from: number, to: number): boolean {
  return status !== null && status >= from && status <= to
}

function join(...sentences: string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ')
}
