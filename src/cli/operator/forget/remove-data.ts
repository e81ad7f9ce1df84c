import { existsSync, lstatSync, rmSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { removeHome, removeIfEmpty } from '#server/database/embedded/remove-home.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import type { Data } from './find-data.ts'

/** Removes the data, the database first: without it a secret has no use. */
export function removeData({ path, directory, home, files }: Data): void {
  if (home !== undefined) {
    removeHome(home)
    if (existsSync(home.cluster))
      throw new CommandFailure(
        `A server has started on ${home.directory} meanwhile. Stop it first.`,
      )
    const link = join(directory, 'postgres')
    if (!existsSync(home.directory)) unlinkIfLink(link)
  }
  for (const file of files) rmSync(file, { force: true })
  if (removeIfEmpty(directory)) unlinkIfLink(path)
}

function unlinkIfLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) unlinkSync(path)
}
