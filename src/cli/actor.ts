import { hostname, userInfo } from 'node:os'
import type { Command } from 'commander'
import type { Actor } from '../server/audit/record-act.ts'

/** Who does what a command does, as the audit log says it. */
export function actorOf(command: Command): Actor {
  return { kind: 'command', user: userAndHost(), command: pathOf(command) }
}

/** `keys issue`: the words of a command, and none of what was typed behind them. */
function pathOf(command: Command): string {
  const words: string[] = []
  for (let at = command; at.parent !== null; at = at.parent) words.unshift(at.name())
  return words.join(' ')
}

/** `ada@web-1`: who the operating system says runs this. */
function userAndHost(): string {
  return `${userName()}@${hostname()}`
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
