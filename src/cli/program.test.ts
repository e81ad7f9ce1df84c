import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { words } from '#proof/testing/cli/command-line.fixture.ts'
import { openTerminal } from '#proof/testing/cli/terminal.fixture.ts'
import { createProgram } from './program.ts'

const programOf = (line: readonly string[]) => createProgram(line, openTerminal().terminal)

const EXAMPLE = /^ {2}\$ npx --no checkout (.+)$/gm

function commandsOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(commandsOf)
}

function pathOf(command: Command): string {
  const path: string[] = []
  for (let at: Command | null = command; at.parent !== null; at = at.parent) path.unshift(at.name())
  return path.join(' ')
}

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (more) => (text += more) }).outputHelp()
  return text
}

const COMMANDS = commandsOf(await programOf([])).map(pathOf)

describe('checkout --help', () => {
  it('has the commands of the contract', () => {
    expect(COMMANDS).toEqual([
      'serve',
      'setup',
      'migrate',
      'merchants create',
      'merchants list',
      'merchants show',
      'merchants set',
      'merchants sign-in',
      'explain',
      'keys issue',
      'keys list',
      'keys rotate',
      'keys revoke',
      'keys find',
      'keys identify',
      'callback set',
      'callback show',
      'callback rotate',
      'callback ping',
      'deliveries list',
      'deliveries health',
      'deliveries replay',
      'deliveries replay-matching',
      'deliveries stop-replay',
      'sessions cancel',
      'find',
      'export',
      'payments authorized',
      'payments capture',
      'payments void',
      'payments inquire',
      'payments mismatched',
      'payments accept',
      'payments refuse',
      'disputes list',
      'disputes show',
      'disputes evidence',
      'refunds create',
      'refunds owed',
      'refunds retry',
      'refunds paid',
      'refunds settle',
      'processors list',
      'processors check',
      'processors conformance',
      'processors try',
      'reconcile',
      'audit list',
      'audit verify',
      'users invite',
      'users list',
      'users allow',
      'users disable',
      'users recover',
      'users sign-out',
      'dashboard',
      'master-key status',
      'master-key rotate',
      'database grant',
      'backup drill',
      'forget',
      'monitor',
      'simulate',
      'clock',
      'listen',
      'verify',
      'chaos',
      'homologate',
    ])
  })

  it('has only the requested command, or all without one', async () => {
    for (const path of COMMANDS) {
      const [name = ''] = path.split(' ')
      const { commands } = await programOf(['--json', ...path.split(' ')])
      expect(commands.map((command) => command.name())).toEqual([name])
    }
    const all = new Set(COMMANDS.map((path) => path.split(' ')[0]))
    for (const asked of [[], ['--help'], ['help', 'keys'], ['kyes', 'list'], ['constructor']])
      expect((await programOf(asked)).commands).toHaveLength(all.size)
  })

  it.each(COMMANDS)('%s has examples that parse', async (path) => {
    const program = await programOf([])
    const command = commandsOf(program).find((candidate) => pathOf(candidate) === path)
    if (command === undefined) throw new Error(`no command ${path}`)
    const examples = [...helpOf(command).matchAll(EXAMPLE)].map(([, example]) => example ?? '')
    expect(examples.length).toBeGreaterThan(0)

    for (const example of examples) {
      expect(example).toMatch(new RegExp(`^${path}( |$)`))
      let runs = 0
      const fresh = await programOf(words(example))
      commandsOf(fresh)
        .find((candidate) => pathOf(candidate) === path)
        ?.action(() => {
          runs += 1
        })
      // Leaves out a redirection, which is shell syntax.
      const [typed = ''] = example.split(' > ')
      await fresh.parseAsync(words(typed), { from: 'user' })
      expect(runs).toBe(1)
    }
  })

  it.each(COMMANDS)('%s lists --json', async (path) => {
    const program = await programOf([])
    const command = commandsOf(program).find((candidate) => pathOf(candidate) === path)
    expect(command && helpOf(command)).toContain('--json')
  })
})

describe('S-104: a secret as an argument', () => {
  it('is an option of no command: every user of the machine could read it', async () => {
    const flags = commandsOf(await programOf([])).flatMap(({ options }) =>
      options.map(({ long }) => long ?? ''),
    )
    expect(flags.length).toBeGreaterThan(20)
    expect(flags.filter((flag) => /secret|password|token|api-?key|master/.test(flag))).toEqual([])
  })

  it.each(COMMANDS)('%s refuses it without repeating it', async (path) => {
    const program = await programOf([])
    let said = ''
    const hear = { writeErr: (text: string) => (said += text) }
    for (const command of [program, ...program.commands, ...commandsOf(program)])
      command.configureOutput(hear)
    const parsed = program.parseAsync([...path.split(' '), '--master-key=hunter2'], {
      from: 'user',
    })
    await expect(parsed).rejects.toMatchObject({
      code: expect.stringMatching(/^commander\.(unknownOption|missingMandatoryOptionValue)$/),
    })
    expect(said).not.toContain('hunter2')
  })
})

it('S-104: diagnostic reports, which contain the environment, are not written', async () => {
  const flags = ['--report-on-fatalerror', '--report-uncaught-exception', '--report-on-signal']
  const module = new URL('forbid-reports.ts', import.meta.url).href
  const script = `const { forbidReports } = await import(${JSON.stringify(module)})
    forbidReports(process.report)
    const { reportOnFatalError, reportOnUncaughtException, reportOnSignal, excludeEnv } = process.report
    console.log([reportOnFatalError, reportOnUncaughtException, reportOnSignal, excludeEnv].join())`
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...flags,
    '--input-type=module',
    '--eval',
    script,
  ])
  expect(stdout.trim()).toBe('false,false,false,true')
})
