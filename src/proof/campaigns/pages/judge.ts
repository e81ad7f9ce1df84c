/** Processor time over a period. */
export interface Spent {
  seconds: number
  serverSeconds: number
  /** Null where it is unknown. */
  postgresSeconds: number | null
}

export interface Judged {
  pages: number
  streaming: number
  alone: Spent
  opening: Spent
  holding: Spent
  unseen: number
  views: number
}

/** 5 % of two cores, for ten thousand pages. */
const CORE_SHARE_MAX = 0.1
const PAGES_MEANT = 10_000
/** A stream lasts half an hour; then the page reconnects. */
const LIFETIME_SECONDS = 1800

/** The share of a core over a period, beyond what the process uses without pages. */
function shareOf({ seconds, serverSeconds }: Spent, alone: Spent): number {
  return serverSeconds / seconds - alone.serverSeconds / alone.seconds
}

/** The share of a core for ten thousand pages: to keep them open, and to reopen each when its stream ends. */
export function coreShare({ pages, alone, opening, holding }: Judged): {
  holding: number
  reopening: number
} {
  const openedSeconds = shareOf(opening, alone) * opening.seconds
  const times = PAGES_MEANT / pages
  return {
    holding: shareOf(holding, alone) * times,
    reopening: (openedSeconds / LIFETIME_SECONDS) * times,
  }
}

export function brokenPromises(judged: Judged): string[] {
  const { pages, streaming, unseen, views } = judged
  const { holding, reopening } = coreShare(judged)
  const broken: string[] = []
  if (holding + reopening > CORE_SHARE_MAX)
    broken.push(
      `ten thousand pages take ${((holding + reopening) * 100).toFixed(1)} % of a core, above 10 %`,
    )
  if (streaming < pages) broken.push(`${pages - streaming} of ${pages} pages have no stream`)
  if (unseen > 0) broken.push(`${unseen} of ${views} views did not see the payment`)
  return broken
}

export function spentText(
  when: string,
  { seconds, serverSeconds, postgresSeconds }: Spent,
): string {
  const share = (spent: number) => `${((100 * spent) / seconds).toFixed(1)} % of a core`
  const database = postgresSeconds === null ? '' : `, PostgreSQL ${share(postgresSeconds)}`
  return `${when}, ${seconds.toFixed(0)} s: ${share(serverSeconds)}${database}`
}
