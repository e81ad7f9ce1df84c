import type { Command } from 'commander'
import { showsStyle, style } from './style.ts'
import type { Output, Terminal } from './terminal.ts'
import { Program } from './terminal-of.ts'

const WIDTH_WITHOUT_A_TERMINAL = 80

/** A Commander program with our shared options, at a terminal. It throws instead of exiting. */
export function newProgram(name: string, version: string, terminal: Terminal): Command {
  const { env, stdout, stderr } = terminal
  return (
    new Program(terminal, name)
      // No `-V`: Commander would read it as the version even in the value of a command's option.
      .version(version, '--version')
      .option('--json', 'answer with one JSON document on standard output')
      .exitOverride()
      .configureOutput({
        writeOut: (text) => stdout.write(text),
        writeErr: (text) => stderr.write(text),
        getOutHelpWidth: () => widthOf(stdout),
        getErrHelpWidth: () => widthOf(stderr),
        getOutHasColors: () => showsStyle(stdout, env),
        getErrHasColors: () => showsStyle(stderr, env),
        // The value of an unknown option may be a secret.
        outputError: (text, write) => write(text.replaceAll(/(?<![\w-])(--[\w-]+)=[^\s']*/g, '$1')),
      })
      .configureHelp({
        showGlobalOptions: true,
        styleTitle: (title) => style('bold', title),
      })
      .showHelpAfterError('(add --help to see how it is used)')
  )
}

/** Loads only the command on the command line; all of them for the help. */
export async function addAsked<Add>(
  words: readonly string[],
  commands: Readonly<Record<string, () => Promise<Add>>>,
  add: (added: Add) => void,
): Promise<void> {
  const asked = words.find((word) => !word.startsWith('-')) ?? ''
  const only = Object.hasOwn(commands, asked) ? commands[asked] : undefined
  for (const load of only === undefined ? Object.values(commands) : [only]) add(await load())
}

function widthOf({ isTTY, columns = WIDTH_WITHOUT_A_TERMINAL }: Output): number {
  return isTTY === true ? columns : WIDTH_WITHOUT_A_TERMINAL
}
