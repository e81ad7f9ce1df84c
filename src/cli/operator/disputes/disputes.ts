import type { Command } from 'commander'
import { addEvidence } from './evidence.ts'
import { addList } from './list.ts'
import { addShow } from './show.ts'

export function addDisputes(program: Command): void {
  const disputes = program
    .command('disputes')
    .description('what shoppers contest at their bank, and until when it is to be answered')
  addList(disputes)
  addShow(disputes)
  addEvidence(disputes)
}
