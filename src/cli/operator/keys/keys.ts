import type { Command } from 'commander'
import { addFind } from './find.ts'
import { addIdentify } from './identify.ts'
import { addIssue } from './issue.ts'
import { addList } from './list.ts'
import { addRevoke } from './revoke.ts'
import { addRotate } from './rotate.ts'

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('API keys, of merchants and of the checkout page')
  addIssue(keys)
  addList(keys)
  addRotate(keys)
  addRevoke(keys)
  addFind(keys)
  addIdentify(keys)
}
