import type { Command } from 'commander'
import { addAccept, addRefuse } from './decide.ts'
import { addMismatched } from './mismatched.ts'

export function addPayments(program: Command): void {
  const payments = program
    .command('payments')
    .description('payments for which the processor took another amount than was asked')
  addMismatched(payments)
  addAccept(payments)
  addRefuse(payments)
}
