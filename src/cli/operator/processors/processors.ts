import type { Command } from 'commander'
import { addCheck } from './check.ts'
import { addConformance } from './conformance.ts'
import { addTry } from './try.ts'
import { addList } from './list.ts'

export function addProcessors(program: Command): void {
  const processors = program
    .command('processors')
    .description("processors' accounts and modules: what is configured, and whether it works")
  addList(processors)
  addCheck(processors)
  addConformance(processors)
  addTry(processors)
}
