import { Command } from 'commander'
import type { Terminal } from './terminal.ts'

/** A Commander program, or a command of one, that keeps the terminal for its actions. */
export class Program extends Command {
  readonly terminal: Terminal

  constructor(terminal: Terminal, name?: string) {
    super(name)
    this.terminal = terminal
  }

  override createCommand(name?: string): Program {
    return new Program(this.terminal, name)
  }
}

/** The terminal at which a command runs. */
export function terminalOf(command: Command): Terminal {
  if (command instanceof Program) return command.terminal
  throw new TypeError(`${command.name()} was not made by newProgram`)
}
