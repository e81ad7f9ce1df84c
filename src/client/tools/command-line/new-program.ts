import { styleText } from 'node:util'
import { Command } from 'commander'

/** A Commander program with our shared options. It throws instead of exiting. */
export function newProgram(name: string, version: string): Command {
  return (
    new Command(name)
      // No `-V`: Commander would read it as the version even in the value of a command's option.
      .version(version, '--version')
      .option('--json', 'answer with one JSON document on standard output')
      .exitOverride()
      // The value of an unknown option may be a secret.
      .configureOutput({
        outputError: (text, write) => write(text.replaceAll(/(?<![\w-])(--[\w-]+)=[^\s']*/g, '$1')),
      })
      .configureHelp({
        showGlobalOptions: true,
        styleTitle: (title) => styleText('bold', title, { validateStream: false }),
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
