import { hostname, userInfo } from 'node:os'
import type { Command } from 'commander'
import type { Actor } from '#server/service/audit/record-audit.ts'

/** The actor of a command, for the audit log. */
export function actorOf(command: Command): Actor {
  return { kind: 'command', user: userAndHost(), command: pathOf(command) }
}

/** `keys issue`: the command's path without its arguments. */
function pathOf(command: Command): string {
  const words: string[] = []
  for (let at = command; at.parent !== null; at = at.parent) words.unshift(at.name())
  return words.join(' ')
}

/** `ada@web-1`, from the operating system. */
function userAndHost(): string {
  return `${userName()}@${hostname()}`
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a user id without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
