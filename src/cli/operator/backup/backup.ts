import type { Command } from 'commander'
import { addDrill } from './drill.ts'

export function addBackup(program: Command): void {
  const backup = program.command('backup').description('whether what was copied can be restored')
  addDrill(backup)
}
