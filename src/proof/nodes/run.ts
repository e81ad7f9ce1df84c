import { execFile } from 'node:child_process'

export interface Ended {
  exitCode: number
  stdout: string
  stderr: string
}

const TIMEOUT_MS = 180_000

/** Runs a program to its end, with only these variables, PATH and HOME. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  const { PATH, HOME } = process.env
  const options = { cwd, env: { PATH, HOME, ...env }, timeout: TIMEOUT_MS }
  return new Promise((resolve) => {
    const child = execFile(program, [...args], options, (_error, stdout, stderr) => {
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr })
    })
  })
}

/** Runs npm on the given Node, with the machine's configuration. Throws its errors. */
export async function npm(args: readonly string[], cwd: string, node?: string): Promise<void> {
  const { npm_execpath: script, ...env } = process.env
  const quiet = [...args, '--no-audit', '--no-fund', '--loglevel', 'error']
  const ended =
    script === undefined || node === undefined
      ? await run('npm', quiet, { cwd, env })
      : await run(node, [script, ...quiet], { cwd, env })
  if (ended.exitCode !== 0) throw new Error(`npm ${args.join(' ')}: ${ended.stderr.trim()}`)
}
