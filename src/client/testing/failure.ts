const FOLDER = import.meta.url.slice(0, import.meta.url.lastIndexOf('/'))
/** As a stack names it, which Node and the runner do in two ways. */
const OF_THE_KIT = [FOLDER, decodeURIComponent(new URL(FOLDER).pathname)]

/** What a test is told, at its own line. */
export function failure(message: string): Error {
  return atTheTest(new Error(message))
}

/** The same error, pointing at the line of the test, not at one in here. */
export function atTheTest<Thrown>(error: Thrown): Thrown {
  if (!(error instanceof Error) || error.stack === undefined) return error
  const isOfTheKit = (line: string) => OF_THE_KIT.some((folder) => line.includes(folder))
  error.stack = error.stack
    .split('\n')
    .filter((line) => !isOfTheKit(line))
    .join('\n')
  return error
}

/** The sandbox cannot be tested as it is configured. The sentence says what to do; where it arose helps nobody. */
export function misconfigured(message: string): Error {
  const error = new Error(message)
  error.stack = message
  return error
}
