import type { Command } from 'commander'
import { addCancel } from './cancel.ts'

export function addSessions(program: Command): void {
  const sessions = program.command('sessions').description('checkout sessions of all merchants')
  addCancel(sessions)
}
