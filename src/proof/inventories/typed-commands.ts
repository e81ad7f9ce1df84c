import type { Command } from 'commander'
import { addAsked, newProgram } from '#client/tools/command-line/new-program.ts'
import { TOOLS } from '#client/tools/tools.ts'
import { createProgram } from '#cli/program.ts'
import { words } from '../testing/cli/command-line.fixture.ts'
import { openTerminal } from '../testing/cli/terminal.fixture.ts'

export type ProgramName = 'checkout' | 'hosted-checkout'

/** What a reader puts in the place of a placeholder. */
const FILLED: readonly [RegExp, string][] = [
  [/<merchantId>|\$MERCHANT(?:_ID)?\b/g, '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'],
  [/<\w*[sS]essionId>/g, 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye'],
  [/<\w*[pP]aymentId>/g, 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye'],
  [/<\w*KeyId>|<keyId>/g, 'key_0Tq4mFhZ7Rk2vXw9sLd3Ye'],
  [/<refundId>/g, 're_0Tq4mFhZ7Rk2vXw9sLd3Ye'],
  [/<disputeId>/g, 'dp_0Tq4mFhZ7Rk2vXw9sLd3Ye'],
  [/<deliveryId>/g, 'dlv_0Tq4mFhZ7Rk2vXw9sLd3Ye'],
  [/<\w*Email>/g, 'ada@pay.example'],
  [/<\w*[uU]serId>/g, 'usr_0Tq4mFhZ7Rk2vXw9sLd3Ye'],
  [/<reference>/g, '5hJq2LwXz8RtVn0KbYc7MdF3GsPa9Te1U'],
  [/<auditHead>/g, `17:${'5e0f'.repeat(16)}`],
  [/5e0f…/g, '5e0f'.repeat(16)],
  [/<release>/g, '0.3.0'],
  [/<challengeFrame>/g, 'https://challenge.example'],
  [/<thumbprint>/g, 'a'.repeat(43)],
  [/<minor>/g, '25990'],
  [/<\w+>/g, 'word'],
]

const fresh: Record<ProgramName, () => Promise<Command>> = {
  checkout: () => createProgram([], openTerminal().terminal),
  async 'hosted-checkout'() {
    const name = 'hosted-checkout'
    const program = newProgram(name, '', openTerminal().terminal)
    await addAsked([], TOOLS, (add) => add(program, { name, version: '' }))
    return program
  },
}
const known = {
  checkout: await fresh.checkout(),
  'hosted-checkout': await fresh['hosted-checkout'](),
}

/** What the operator's command line has, by name. */
export const COMMANDS = known.checkout.commands.map((command) => command.name())

/** What is wrong with the words after a program's name: no such command, or no such option. */
export function faultOfWords(program: ProgramName, line: string): string | undefined {
  const [command, rest] = find(known[program], line.split(' '))
  const [next = ''] = rest
  // Prose may name a group of commands; words that continue it are no arguments.
  if (command.commands.length > 0 && /^[a-z]/.test(next) && next !== 'help')
    return `there is no command ${next}`
  const flags = [...known[program].options, ...command.options].flatMap(({ long }) => long ?? [])
  const unknown = rest
    .map((word) => /^--[\w-]+/.exec(word)?.[0])
    .find((flag) => flag !== undefined && flag !== '--help' && !flags.includes(flag))
  return unknown && `there is no option ${unknown}`
}

/** Parses a whole command line with its placeholders filled, without running it. Throws what its user would be told. */
export async function parseTyped(program: ProgramName, line: string): Promise<void> {
  let filled = line.replace(/ > .*$/, '')
  for (const [placeholder, value] of FILLED) filled = filled.replaceAll(placeholder, value)
  const typed = words(filled)
  if (typed[0] === 'help') return
  const made = await fresh[program]()
  let runs = 0
  find(made, typed)[0].action(() => {
    runs += 1
  })
  await made.parseAsync(typed, { from: 'user' })
  if (runs !== 1) throw new Error('no command runs')
}

/** Whether the words begin with the name of a command. */
export function isCommand(program: ProgramName, line: string): boolean {
  return find(known[program], line.split(' '))[0] !== known[program]
}

function find(program: Command, typed: readonly string[]): [Command, string[]] {
  let command = program
  let at = 0
  for (; at < typed.length; at++) {
    const next = command.commands.find((candidate) => candidate.name() === typed[at])
    if (next === undefined) break
    command = next
  }
  return [command, typed.slice(at)]
}
