import type { Command } from 'commander'
import { addAuthorized } from './authorized.ts'
import { addAccept, addRefuse } from './decide.ts'
import { addCapture, addVoid } from './hold.ts'
import { addInquire } from './inquire.ts'
import { addMismatched } from './mismatched.ts'

export function addPayments(program: Command): void {
  const payments = program
    .command('payments')
    .description(
      'capture or release a payment that is held, ask the processor about one, and decide about another amount than was asked',
    )
  addAuthorized(payments)
  addCapture(payments)
  addVoid(payments)
  addInquire(payments)
  addMismatched(payments)
  addAccept(payments)
  addRefuse(payments)
}
