import { execFile } from 'node:child_process'

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024
const TIMEOUT_MS = 600_000

/** Runs a program. Resolves to its standard output, or to its standard error when that is empty; rejects with standard error. */
export function runTool(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<string> {
  const options = {
    env: { ...process.env, ...variables },
    maxBuffer: OUTPUT_BYTES_MAX,
    timeout: TIMEOUT_MS,
    cwd,
  }
  return new Promise((resolve, reject) => {
    execFile(program, [...args], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout === '' ? stderr : stdout)
      else
        reject(
          new Error(`${program} ${args.join(' ')} failed: ${stderr.slice(-4000)}`, {
            cause: error,
          }),
        )
    })
  })
}
