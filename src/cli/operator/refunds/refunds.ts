import type { Command } from 'commander'
import { addCreate } from './create.ts'
import { addOwed } from './owed.ts'
import { addPaid } from './paid.ts'
import { addRetry } from './retry.ts'
import { addSettle } from './settle.ts'

export function addRefunds(program: Command): void {
  const refunds = program.command('refunds').description('money on its way back to shoppers')
  addCreate(refunds)
  addOwed(refunds)
  addRetry(refunds)
  addPaid(refunds)
  addSettle(refunds)
}
