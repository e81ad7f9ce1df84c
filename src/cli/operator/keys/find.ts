import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { findApiKeys, lastFour } from '#domain/api-key.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { examples } from '../../examples.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'

/** The place of a key, without the key. */
interface FoundKey {
  file: string
  line: number
  environment: string
  lastFour: string
}

export function addFind(keys: Command): void {
  keys
    .command('find')
    .summary('look for keys in files')
    .description(
      'Finds API keys in files, by their form and checksum, and ends with 1 where there is one. Needs no server.',
    )
    .argument('<file...>', 'where to look; /dev/stdin is what is piped in')
    .addHelpText('after', examples('keys find .env config.json', 'keys find /dev/stdin --json'))
    .action(async (files: string[], _options: object, command: Command) => {
      const terminal = terminalOf(command)
      const found = (await Promise.all(files.map(findIn))).flat()
      answer(command, found, () => {
        if (found.length === 0) printNotice(terminal, 'There is no API key.')
        else print(terminal, table(['FILE', 'LINE', 'KEY OF', 'ENDS IN'], found.map(row)))
      })
      if (found.length > 0) terminal.exitCode = EXIT.refusal
    })
}

async function findIn(file: string): Promise<FoundKey[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandFailure(`${file} cannot be read: ${error.message}`)
  })
  return text.split('\n').flatMap((line, index) =>
    findApiKeys(line).map(({ apiKey, environment }) => ({
      file,
      line: index + 1,
      environment,
      lastFour: lastFour(apiKey),
    })),
  )
}

function row({ file, line, environment, lastFour }: FoundKey): string[] {
  return [file, String(line), environment, lastFour]
}
