import type { Command } from 'commander'
import { addRotate } from './rotate.ts'
import { addStatus } from './status.ts'

export function addMasterKey(program: Command): void {
  const masterKey = program
    .command('master-key')
    .description('changing MASTER_KEY while everything runs')
  addStatus(masterKey)
  addRotate(masterKey)
}
