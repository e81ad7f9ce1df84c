const FOLDER = import.meta.url.slice(0, import.meta.url.lastIndexOf('/'))
/** Stacks of Node have URLs, those of the runner have paths. */
const OF_THE_KIT = [FOLDER, decodeURIComponent(new URL(FOLDER).pathname)]

/** An error that points at the line of the test. */
export function failure(message: string): Error {
  return atTheTest(new Error(message))
}

/** Removes this kit's lines from the error's stack. */
export function atTheTest<Thrown>(error: Thrown): Thrown {
  if (!(error instanceof Error) || error.stack === undefined) return error
  const isOfTheKit = (line: string) => OF_THE_KIT.some((folder) => line.includes(folder))
  error.stack = error.stack
    .split('\n')
    .filter((line) => !isOfTheKit(line))
    .join('\n')
  return error
}

/** A configuration error: the message names the remedy, and the stack would not help. */
export function misconfigured(message: string): Error {
  const error = new Error(message)
  error.stack = message
  return error
}
