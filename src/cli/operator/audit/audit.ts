import type { Command } from 'commander'
import { addList } from './list.ts'
import { addVerify } from './verify.ts'

export function addAudit(program: Command): void {
  const audit = program
    .command('audit')
    .description('who did what, in a log that shows when it was tampered with')
  addList(audit)
  addVerify(audit)
}
