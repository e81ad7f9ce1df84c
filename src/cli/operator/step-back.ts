import type { Command } from 'commander'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { printNotice } from '#client/tools/command-line/output.ts'
import { backTo, type BackToOptions, type Finding } from '#server/database/migrate/back-to.ts'
import type { Release } from '#server/database/migrate/releases.ts'

/** Lets the previous release start again. Throws a `CommandFailure` that names the rows which prevent it. */
export async function stepBack(
  command: Command,
  release: Release,
  options: BackToOptions,
): Promise<void> {
  const { setAside, blocking, waiting } = await backTo(release, options)
  if (blocking.length > 0)
    throw new CommandFailure(
      [`Release ${release.version} cannot serve:`, ...lines(blocking), 'Nothing was changed.'].join(
        '\n',
      ),
    )
  const counts = waiting.map(({ what, count }) => ({ what, count }))
  answer(command, { backTo: release.version, setAside, waiting: counts }, (terminal) => {
    printNotice(
      terminal,
      setAside.length === 0
        ? `Release ${release.version} starts on this database.`
        : `Set ${setAside.length} migrations aside: release ${release.version} starts on this database, and this one, too.`,
    )
    if (waiting.length > 0)
      printNotice(terminal, ['Until this release serves again:', ...lines(waiting)].join('\n'))
    printNotice(terminal, 'To go on with this release: npx --no checkout migrate')
  })
}

function lines(findings: readonly Finding[]): string[] {
  return findings.map(({ count, meaning }) => `  ${count} ${meaning}`)
}
