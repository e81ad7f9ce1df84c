import type { Command } from 'commander'
import { addAccept, addRefuse } from './decide.ts'
import { addInquire } from './inquire.ts'
import { addMismatched } from './mismatched.ts'

export function addPayments(program: Command): void {
  const payments = program
    .command('payments')
    .description(
      'ask the processor about a payment, and decide about another amount than was asked',
    )
  addInquire(payments)
  addMismatched(payments)
  addAccept(payments)
  addRefuse(payments)
}
