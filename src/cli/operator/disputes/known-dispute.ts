import { CommandFailure } from '#client/tools/command-line/exit.ts'

/** For the examples of help. */
export const EXAMPLE_ID = 'dp_0Tq4mFhZ7Rk2vXw9sLd3Ye'

/** What was found of the dispute. Throws `CommandFailure` where there is none. */
export function knownDispute<Found>(id: string, found: Found | undefined): Found {
  if (found === undefined)
    throw new CommandFailure(
      `There is no dispute ${id}. Those there are: npx --no checkout disputes list`,
    )
  return found
}
