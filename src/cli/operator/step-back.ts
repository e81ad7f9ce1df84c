import type { Command } from 'commander'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { printNotice } from '#client/tools/command-line/output.ts'
import { backTo, type Finding } from '#server/database/back-to.ts'
import type { Release } from '#server/database/releases.ts'

/** What each finding means, and what to do. */
const MEANINGS: Record<Finding['what'], (count: number) => string> = {
  amount_mismatch: (count) =>
    `${count} payments of another amount than was asked. Decide each: checkout payments accept or refuse <paymentId>.`,
  other_account: (count) =>
    `${count} payments or refunds that are not finished, at accounts of PROCESSORS. It would ask its own processor about them, and give them up. Let processes of this release finish them.`,
  surplus_refund: (count) =>
    `${count} refunds under way of a Pix that was paid twice. Wait until they have ended.`,
  discounted_session: (count) =>
    `${count} open sessions with a discount for a method: there, payments by that method are refused, and nothing is paid.`,
  owed_refund: (count) => `${count} payments that are owed back: no further refund is made.`,
  replay: (count) => `${count} replays of many deliveries: they stand still.`,
}

/** Lets the previous release start again. Throws a `CommandFailure` that names the rows which prevent it. */
export async function stepBack(command: Command, release: Release, url: string): Promise<void> {
  const { setAside, blocking, waiting } = await backTo(release, { url })
  if (blocking.length > 0)
    throw new CommandFailure(
      [`Release ${release.version} cannot serve:`, ...lines(blocking), 'Nothing was changed.'].join(
        '\n',
      ),
    )
  answer(command, { backTo: release.version, setAside, waiting }, () => {
    printNotice(
      setAside.length === 0
        ? `Release ${release.version} starts on this database.`
        : `Set ${setAside.length} migrations aside: release ${release.version} starts on this database, and this one, too.`,
    )
    if (waiting.length > 0)
      printNotice(['Until this release serves again:', ...lines(waiting)].join('\n'))
    printNotice('To go on with this release: npx checkout migrate')
  })
}

function lines(findings: readonly Finding[]): string[] {
  return findings.map(({ what, count }) => `  ${MEANINGS[what](count)}`)
}
